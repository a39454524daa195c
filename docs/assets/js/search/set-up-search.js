// Set up the search of a page, as an overlay or as the page «Cerca».
import { el } from "../create-element.js";
/** @import { Offers } from "./types" */
/** @import { Panel } from "./search-panel.js" */

/** Load the script that shows answers, which a page without search does not need. */
const fetchPanel = () => import("./search-panel.js");

/**
 * Open the search when its field is tapped or focused, but not in passing with Tab.
 * @param {HTMLInputElement} input @param {() => void} open
 */
function openFrom(input, open) {
  let passing = false;
  addEventListener("keydown", ({ key }) => (passing = key === "Tab"), true);
  addEventListener("pointerdown", () => (passing = false), true);
  input.addEventListener("focus", () => passing || open());
  input.addEventListener("click", open);
}

/**
 * Close the overlay when the focus goes to the page below, which then keeps the focus.
 * @param {{veil: HTMLElement, header: HTMLElement, inside: HTMLElement[], leave: () => void}} overlay `inside`:
 *   elements that belong to it; `leave` closes it
 */
function leaveWithFocus({ veil, header, inside, leave }) {
  const left = (/** @type {FocusEvent} */ { relatedTarget: to }) => {
    if (veil.hidden || !(to instanceof HTMLElement) || inside.some((part) => part.contains(to))) return;
    addEventListener("popstate", () => setTimeout(() => to.focus({ preventScroll: true })), { once: true });
    leave();
  };
  for (const part of [header, veil]) part.addEventListener("focusout", left);
}

/**
 * Return a function that calls `make` the first time, and again only after it failed; resolves to what `make` did.
 * @template T @param {() => Promise<T>} make @returns {() => Promise<T>}
 */
function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => (made ??= make().catch((error) => ((made = null), Promise.reject(error))));
}

/**
 * Set up the search as an overlay above a page.
 * @param {HTMLFormElement} form @param {HTMLInputElement} input
 * @param {Offers} offers loads what other pages can answer
 */
function setupOver(form, input, offers) {
  const place = el("div.ricerca__foglio");
  const close = el("button.ricerca__chiudi", { type: "button", onclick: () => leave() }, "Chiudi");
  const veil = el("section.ricerca", { role: "dialog", "aria-label": "Ricerca", hidden: true }, place);
  document.body.append(veil);
  /** @type {Panel | null} */
  let panel = null;
  const ready = once(async () => (panel = new (await fetchPanel()).Panel(input, place, offers, true)));
  const update = () => ready().then((panel) => panel.update());
  const header = form.closest("header") ?? form;
  form.after(close); // beside the field: below it would cover a result
  addEventListener("oggi", () => ready().then((panel) => panel.choose(document.documentElement.dataset.oggi ?? "")));
  const show = (/** @type {boolean} */ yes) => {
    veil.hidden = !yes;
    document.querySelector(".md-container")?.toggleAttribute("inert", yes); // for the Tab key and screen readers
    document.documentElement.classList.toggle("cercando", yes);
  };

  const hide = () => {
    show(false);
    input.blur();
  };
  const leave = () => (history.state?.ricerca ? history.back() : hide());
  const open = () => {
    if (!veil.hidden) return;
    // a sheet just closed goes back to its step, and would take ours away
    if (history.state?.foglio) return addEventListener("popstate", open, { once: true });
    veil.style.top = `${header.getBoundingClientRect().bottom}px`;
    show(true);
    if (!history.state?.ricerca) history.pushState({ ...history.state, ricerca: true }, "");
    ready().then((panel) => (panel.load(), panel.update()));
  };
  openFrom(input, open);
  leaveWithFocus({ veil, header, inside: [veil, form, close], leave });
  input.addEventListener("input", () => (open(), update()));
  input.addEventListener("keydown", (event) => panel?.walk(event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    input.blur(); // hides the keyboard: the results show
    ready().then((panel) => panel.enter());
  });
  veil.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a");
    if (!(link instanceof HTMLAnchorElement)) return;
    // who comes back finds what was asked, as it was
    history.replaceState({ ...history.state, cercato: [input.value, panel?.book, veil.scrollTop, link.href] }, "");
    if (link.href.split("#")[0] === location.href.split("#")[0]) hide();
  });
  addEventListener("popstate", () => (history.state?.ricerca ? restore() : hide()));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !veil.hidden) close.click(); // as a tap, after which what is nearest gets the focus
  });
  restore();
  if (document.activeElement === input) (open(), update()); // for who began to type before us

  /** Reopen the search from which a result was opened. */
  async function restore() {
    const { ricerca, cercato } = history.state ?? {};
    if (!ricerca || !Array.isArray(cercato) || !veil.hidden) return;
    const [query, book, top, from] = cercato;
    input.value = String(query);
    const panel = await ready();
    Object.assign(panel, { book: String(book), opened: String(from ?? "") });
    open();
    await update();
    veil.scrollTop = Number(top);
  }
}

/**
 * Set up the search of the page «Cerca», which may already show the server's answer.
 * @param {HTMLFormElement} form @param {HTMLInputElement} input @param {Offers} offers
 * @param {HTMLElement} place where answers are shown
 */
async function setupPage(form, input, offers, place) {
  const asked = new URLSearchParams(location.search);
  const book = asked.get("book");
  form.addEventListener("submit", (event) => event.preventDefault()); // also before what answers has come
  const { Panel, remember } = await fetchPanel();
  if (book !== null) remember(book);
  input.value ||= asked.get("q") ?? "";
  const panel = new Panel(input, place, offers, false);
  panel.book = book ?? panel.book;
  addEventListener("oggi", () => panel.choose(document.documentElement.dataset.oggi ?? ""));
  input.addEventListener("input", () => panel.update());
  input.addEventListener("keydown", (event) => panel.walk(event));
  form.addEventListener("submit", () => {
    input.blur();
    panel.enter();
  });
  panel.load();
  panel.update();
  if (!input.value) input.focus({ preventScroll: true });
}

/**
 * Set up the search of a page: overlay, or page «Cerca»; «/» and Ctrl+K focus it.
 * @param {Document | HTMLElement} root @param {Offers} offers
 */
export function setup(root, offers) {
  const form = /** @type {HTMLFormElement | null} */ (root.querySelector("form.cerca"));
  const input = /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector("input[type=search]"));
  if (!form || !input) return;
  const place = root.querySelector("[data-ricerca]");
  // reloaded while they were open: the search that a result was opened from comes back, the rest does not
  const kept = history.state?.cercato && !place ? history.state.ricerca : undefined;
  history.replaceState({ ...history.state, ricerca: kept, foglio: undefined }, "");
  if (place) setupPage(form, input, offers, place);
  else setupOver(form, input, offers);
  addEventListener("keydown", (event) => {
    const field = /** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]");
    if ((event.key === "/" && !field) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      input.focus();
    }
  });
}
