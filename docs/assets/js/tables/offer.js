// @ts-check
// La ricerca ha davanti un numero: quello che i calcoli ne dicono, senza aprirli.
import { address, el } from "../dom.js";
import { analysis, named } from "../language/loaded.js";
import { lines } from "./cases.js";

const SHOWN = 4; // le altre righe del risultato sono a un tocco
/** @type {Map<string, Promise<Document>>} */
const pages = new Map();

/** Una pagina del sito; vuota, se non c’è. @param {string} url */
function page(url) {
  const asked = pages.get(url) ?? fetch(address(url)).then(async (answer) => new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html"));
  pages.set(url, asked);
  asked.catch(() => pages.delete(url));
  return asked;
}

/** I giochi che hanno calcoli: li elenca «Tabelle». */
const reckoning = async () => new Set([...(await page("tabelle/")).querySelectorAll("#calcoli + ul [data-book]")].map((link) => /** @type {HTMLElement} */ (link).dataset.book ?? ""));

/**
 * Un numero, le parole di un calcolo e nient’altro («77 giocatori», «bang 27»): un collegamento per calcolo, con la risposta.
 * Senza un gioco il numero da solo non basta.
 * @param {string} text @param {string} book il gioco scelto, se uno lo è @param {Record<string, string>} labels @returns {Promise<HTMLElement[]>}
 */
export async function offer(text, book, labels) {
  const [tokens, told] = await named(text);
  const [number, ...others] = tokens.filter(({ word }) => /^\d+$/.test(word));
  const said = tokens.filter((token) => token.term && token !== number);
  const books = told.length ? told : book ? [book] : said.length ? await reckoning() : [];
  if (!number || others.length) return [];
  const [language, ...found] = await Promise.all([analysis(), ...[...books].map(async (one) => /** @type {const} */ ([one, await page(`tabelle/${one}/`)]))]);
  return found.flatMap(([one, { forms }]) => [...forms].flatMap((form) => {
    const section = /** @type {HTMLElement} */ (form.closest("[data-calcolo='']"));
    const [field, ...more] = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("input[data-a]"));
    const n = Number(number.word);
    if (!section || !field || more.length || n < Number(field.dataset.da) || n > Number(field.dataset.a)) return [];
    const words = new Set(language.terms([...section.querySelectorAll("h2, label, th")].map(({ textContent }) => textContent).join(" ")));
    const given = { ...Object.fromEntries(/** @type {any} */ (new FormData(form))), [field.name]: n };
    if (!said.every(({ term }) => words.has(term)) || Object.values(given).includes("")) return [];
    const supposed = Array.from(form.querySelectorAll("input[checked]"), ({ parentElement }) => parentElement?.textContent).join(", ");
    const cases = lines(/** @type {HTMLTableElement} */ (section.querySelector(".casi")), given);
    const answers = cases.slice(0, SHOWN).flatMap(({ label, value }) => [` · ${label} `, el("b", {}, value || "non dice")]);
    const href = address(`tabelle/${one}/?${field.name}=${n}#${section.id}`);
    return [el("a", { class: "bottone", href, "data-book": one }, el("span", {}, el("b", {}, `${labels[one] ?? ""}, ${n} ${field.dataset.unita ?? ""}`), ...answers, cases.length > SHOWN && " · …", supposed && el("small", {}, ` (${supposed})`)))];
  }));
}
