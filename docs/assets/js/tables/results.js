// @ts-check
// Il risultato di un calcolo sulla pagina: ogni valore con la regola che lo dice.
import { address, el } from "../dom.js";

/** @typedef {import("./data.js").Data} Data */
/** Una riga del risultato: `value` vuoto dove il regolamento tace, o dove manca (`missing`) qualcosa da scrivere. @typedef {{label: string, value: string, missing?: boolean, note?: string, rules: Node[]}} Line */

/** I collegamenti alle regole, una volta sola per citazione. @param {Data} data @param {string[]} names */
export function rules(data, names) {
  const sources = new Map(names.flatMap((name) => data.sources[name] ?? []).map((source) => [source.url, source]));
  return [...sources.values()].map(({ url, citation, text }) =>
    el("a", { class: "rif", href: address(url), title: text }, citation)
  );
}

/** Gli stessi, in una riga. @param {Node[]} links */
const spaced = (links) => el("span", { class: "dice" }, ...links.flatMap((link) => [link, " "]));

/** @param {Data} data @param {string[]} names */
export const citations = (data, names) => spaced(rules(data, names));

/** @param {Line[]} lines */
export const list = (lines) =>
  el(
    "dl",
    { class: "risultati" },
    ...lines.map(({ label, value, missing, rules, note }) => {
      const answer = value ? el("b", {}, value) : el("b", { class: "tace" }, missing ? "da scrivere" : "non dice");
      return el(
        "div",
        {},
        el("dt", {}, label),
        el("dd", {}, answer, spaced(rules), note && el("span", { class: "chiosa" }, note))
      );
    })
  );

/** Mostra un risultato, o che cosa non va in quello che è stato scritto (un RangeError). @param {Element} place @param {() => Node[]} result */
export function show(place, result) {
  try {
    place.replaceChildren(...result());
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    place.replaceChildren(el("p", { class: "errore" }, error.message));
  }
}

/** Un numero intero scritto a mano; null se vuoto, NaN se non lo è o passa `most`. @param {FormDataEntryValue | null} text @param {number} most */
export function wholeNumber(text, most) {
  const written = String(text ?? "").trim();
  if (!written) return null;
  return /^\d+$/.test(written) && Number(written) <= most ? Number(written) : NaN;
}
