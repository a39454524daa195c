// @ts-check
// Le pagine di «Tabelle»: avvia i calcoli e le ricerche che la pagina ha.
import { load } from "./data.js";
import { bang, naruto, swiss, timeKinds, times, winnings } from "./counts.js";
import { complain, element, list, show, whole } from "./results.js";

/** @typedef {import("./data.js").Data} Data */

/** @param {(data: Data, n: number, form: FormData) => import("./counts.js").Line[]} lines */
const fromPlayers = (lines) =>
  /** @param {Data} data @param {FormData} form @param {Element} place @param {Node[]} empty */
  (data, form, place, empty) => {
    const n = whole(form.get("giocatori"));
    if (n === null) show(place, ...empty);
    else if (!Number.isInteger(n) || n < 1) complain(place, "Scrivi un numero intero di giocatori, per esempio 27.");
    else show(place, list(data, lines(data, n, form)));
  };

/** @type {Record<string, (data: Data, form: FormData, place: Element, empty: Node[]) => void>} */
const CALCULATORS = {
  bang: fromPlayers(bang),
  naruto: fromPlayers(naruto),
  svizzera: fromPlayers((data, n, form) =>
    swiss(data, n, String(form.get("formato")), /** @type {"" | "4" | "2"} */ (String(form.get("taglio"))))),
  vincite: (data, form, place) => show(place, list(data, winnings(data, String(form.get("esito")), Number(form.get("tavolo"))))),
  tempi: (data, form, place, empty) => {
    const kind = String(form.get("tempo"));
    if (kind) show(place, list(data, times(data, kind)));
    else show(place, ...empty);
  },
};

/** @param {HTMLElement} section */
async function setup(section) {
  const name = String(section.dataset.calcolo);
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".esito"));
  const empty = [...place.childNodes];
  form.addEventListener("submit", (event) => event.preventDefault());
  const asked = new URLSearchParams(location.search).get("giocatori");
  const field = form.querySelector("[name=giocatori]");
  if (asked && field instanceof HTMLInputElement) field.value = asked;
  try {
    const data = await load();
    if (name === "tiebreaker") return (await import("./tiebreak.js")).setup(data, section);
    if (name === "draft") return (await import("./draft-timer.js")).setup(data, section);
    if (name === "tempi") fillTimes(data, form);
    const compute = () => CALCULATORS[name](data, new FormData(form), place, empty);
    form.addEventListener("input", compute);
    compute();
  } catch {
    const again = element("button", "", "Riprova");
    again.type = "button";
    again.addEventListener("click", () => setup(section), { once: true });
    show(place, element("p", "errore", "I dati del calcolo non sono arrivati: le tabelle qui sotto valgono lo stesso."), again);
  }
}

/** @param {Data} data @param {HTMLFormElement} form */
function fillTimes(data, form) {
  const choice = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
  if (choice.options.length > 1) return;
  for (const { group, names } of timeKinds(data)) {
    const options = element("optgroup", "", ...names.map((name) => new Option(name, name)));
    options.label = group;
    choice.append(options);
  }
}

document.querySelectorAll("[data-calcolo]").forEach((section) => void setup(/** @type {HTMLElement} */ (section)));
if (document.querySelector(".trova")) void import("./finding.js").then((module) => module.setup());
