// @ts-check
// Il risultato di un calcolo sulla pagina: ogni valore con la regola che lo dice.
import { base, el } from "../dom.js";

/** @typedef {import("./data.js").Data} Data */
/** Una riga del risultato: `value` vuoto dove il regolamento tace, o dove manca (`missing`) qualcosa da scrivere. @typedef {{label: string, value: string, missing?: boolean, note?: string, rules: Node[]}} Line */

/** I collegamenti alle regole, una volta sola per citazione. @param {Data} data @param {string[]} names */
export function rules(data, names) {
  /** @type {HTMLElement[]} */
  const links = [];
  const seen = new Set();
  for (const name of names) {
    const source = data.sources[name];
    if (!source || seen.has(source.url)) continue;
    seen.add(source.url);
    const link = el("a", { class: "rif" }, source.citation);
    link.href = new URL(`.${source.url}`, base).href;
    link.title = source.text;
    links.push(link);
  }
  return links;
}

/** Gli stessi, in una riga. @param {Data} data @param {string[]} names */
export const citations = (data, names) => el("span", { class: "dice" }, ...rules(data, names).flatMap((link) => [link, " "]));

/** @param {Line[]} lines */
export function list(lines) {
  const rows = lines.map((line) => {
    const answer = el("dd");
    answer.append(line.value ? el("b", {}, line.value) : el("b", { class: "tace" }, line.missing ? "da scrivere" : "non dice"));
    answer.append(el("span", { class: "dice" }, ...line.rules.flatMap((rule) => [rule, " "])));
    if (line.note) answer.append(el("span", { class: "chiosa" }, line.note));
    return el("div", {}, el("dt", {}, line.label), answer);
  });
  return el("dl", { class: "risultati" }, ...rows);
}

/** @param {Element} place @param {...(Node | string)} children */
export function showResult(place, ...children) {
  place.replaceChildren(...children);
}

/** Che cosa non va in quello che è stato scritto. @param {Element} place @param {string} words */
export function complain(place, words) {
  showResult(place, el("p", { class: "errore" }, words));
}

/** Un numero intero scritto a mano; null se vuoto, NaN se non lo è o passa `most`. @param {FormDataEntryValue | null} text @param {number} most */
export function wholeNumber(text, most) {
  const written = String(text ?? "").trim();
  if (!written) return null;
  return /^\d+$/.test(written) && Number(written) <= most ? Number(written) : NaN;
}
