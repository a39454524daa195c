// Start the calculations and searches of the pages «Tabelle».
import { el } from "../create-element.js";
import { lines } from "./answer-lookup.js";
import { load } from "./calculation-data.js";
import { list, showing, wholeNumber } from "./results.js";
/** @import { Answers } from "./types" */

/** Format a number with separators of thousands: 2000 → «2.000». @param {number} n */
const grouped = (n) => n.toLocaleString("it-IT", { useGrouping: "always" });

/**
 * Return the answers typed in a form; null if one is missing.
 * Throws RangeError, with the message to show, for a number that is not whole or out of bounds.
 * @param {HTMLFormElement} form @returns {Answers | null}
 */
function answers(form) {
  /** @type {Answers} */
  const given = {};
  for (const [name, text] of new FormData(form)) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement) || !field.dataset.a) {
      given[name] = String(text);
      continue;
    }
    const [low, high] = [Number(field.dataset.da), Number(field.dataset.a)];
    const n = wholeNumber(text, high);
    if (n === null) return null;
    if (!(n >= low))
      throw new RangeError(
        `Scrivi un numero ${field.dataset.unita ? `di ${field.dataset.unita}` : "intero"} da ${grouped(low)} a ${grouped(high)}.`
      );
    given[name] = n;
  }
  return Object.values(given).includes("") ? null : given;
}

/**
 * Set up a calculator that looks its result up in a table of the page, which lists all results.
 * @param {HTMLElement} section the calculator, with its form and its table
 */
function answered(section) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".esito"));
  const cases = /** @type {HTMLTableElement} */ (section.querySelector(".casi"));
  const empty = [...place.childNodes];
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const [name, text] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.dataset.a) field.value = text;
  }
  const show = showing(place);
  const compute = () =>
    show(() => {
      const given = answers(form);
      return given ? [list(lines(cases, given))] : empty;
    });
  form.addEventListener("input", compute);
  compute();
}

/** Start a calculation that has a script of its own; on failure offer to retry. @param {HTMLElement} section */
async function computed(section) {
  const place = /** @type {HTMLElement} */ (section.querySelector(".esito"));
  section.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  try {
    const [data, module] = await Promise.all([
      load(String(section.dataset.dati)),
      import(`./${section.dataset.calcolo}.js`)
    ]);
    module.setup(data, section);
  } catch {
    const again = el("button", { type: "button", onclick: () => computed(section) }, "Riprova");
    place.replaceChildren(el("p.errore", { role: "alert" }, "I dati del calcolo non si sono caricati."), again);
  }
}

for (const section of document.querySelectorAll("[data-calcolo]")) {
  const one = section;
  if (one.dataset.calcolo) void computed(one);
  else answered(one);
}
if (document.querySelector(".trova")) void import("./entry-search.js").then((module) => module.setup());
const index = document.querySelector(".a-fianco details");
// it stands beside the tables
if (index instanceof HTMLDetailsElement && matchMedia("(min-width: 62em)").matches) index.open = true;
