// Show a result's section beside the list, on wide screens.
import { el } from "../create-element.js";
import { loadPage } from "../load-json.js";
import { decoded } from "../site-url.js";

const DELAY = 120; // milliseconds that the pointer rests on a result before its section is shown

/**
 * Return copies of an element's whole section: heading, statements, tables.
 * @param {Element} target @param {string} address of the page, for its links
 * @returns {HTMLElement[]}
 */
function copySection(target, address) {
  /** @type {Element | null} */
  let part = target.closest(".testo > *");
  while (part && !part.matches(".sezione")) part = part.previousElementSibling;
  const copies = [];
  for (; part && (!copies.length || !part.matches(".sezione")); part = part.nextElementSibling) {
    if (part.matches("details, .edizione, .storico")) continue;
    const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
    for (const one of [copy, ...copy.querySelectorAll("[id]")]) {
      if (one.id === target.id) one.classList.add("segnato");
      one.removeAttribute("id"); // the page below may have the same
    }
    for (const link of copy.querySelectorAll("a")) {
      const href = link.getAttribute("href") ?? "";
      if (link.matches(".cit")) link.replaceWith(el("span.cit", ...link.childNodes));
      else if (link.matches(".termine")) link.replaceWith(...link.childNodes);
      else link.href = new URL(href, address).href;
    }
    copies.push(copy);
  }
  return copies;
}

/**
 * Show the section of the result that is focused or pointed at; `first` shows that of the first result.
 * @param {HTMLElement} place where the results are @param {HTMLElement} detail where the section is shown
 */
export function follow(place, detail) {
  let shown = "";
  let timer = 0;

  /** Show the section of a result. @param {HTMLAnchorElement} link the result's */
  async function show(link) {
    if (shown === link.href) return;
    shown = link.href;
    const address = link.href.split("#")[0];
    const page = await loadPage(address).catch(() => null);
    if (shown !== link.href) return;
    const target = page?.getElementById(decoded(new URL(link.href).hash.slice(1)));
    const copies = target ? copySection(target, address) : [];
    detail.dataset.book = link.closest("li")?.dataset.book ?? "";
    detail.dataset.margine = page?.querySelector(".pagina")?.getAttribute("data-margine") ?? "";
    if (copies.length) copies.push(el("a.bottone", { href: link.href }, "Apri nel regolamento"));
    detail.replaceChildren(...copies);
    const marked = detail.querySelector(".segnato");
    detail.scrollTop = marked ? Math.max(0, marked.offsetTop - detail.clientHeight / 3) : 0;
    for (const row of place.querySelectorAll(".trovato")) row.classList.toggle("scelto", row.contains(link));
  }

  /** Return the link of the result in which an event happened; null if in none. @param {Event} event */
  const linkOf = ({ target }) =>
    /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (target).closest?.(".trovato a"));
  place.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link) show(link);
  });
  // a list that appears under a pointer at rest chooses nothing
  place.addEventListener("pointermove", (event) => {
    const link = linkOf(event);
    clearTimeout(timer);
    if (link) timer = window.setTimeout(() => show(link), DELAY);
  });
  return {
    /** Show the first result's section, or nothing. */
    first() {
      const link = /** @type {HTMLAnchorElement | null} */ (place.querySelector(".trovato a"));
      if (link) void show(link);
      else ((shown = ""), detail.replaceChildren());
    }
  };
}
