// @ts-check
// Il risultato di un calcolo sulla pagina: ogni valore con la regola che lo dice.
import { element } from "../search/render.js";
import { base } from "./data.js";

export { element };

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./counts.js").Line} Line */

/** I collegamenti alle regole, una volta sola per citazione. @param {Data} data @param {string[]} names */
export function citations(data, names) {
  const place = element("span", "dice");
  const seen = new Set();
  for (const name of names) {
    const source = data.sources[name];
    if (!source || seen.has(source.url)) continue;
    seen.add(source.url);
    const link = element("a", "rif", source.citation);
    link.href = new URL(`.${source.url}`, base).href;
    link.title = source.text;
    place.append(link, " ");
  }
  return place;
}

/** @param {Data} data @param {Line[]} lines */
export function list(data, lines) {
  const rows = lines.map((line) => {
    const answer = element("dd");
    answer.append(line.value ? element("b", "", line.value) : element("b", "tace", line.missing ? "da scrivere" : "non dice"));
    answer.append(citations(data, line.cites));
    if (line.note) answer.append(element("span", "chiosa", line.note));
    return element("div", "", element("dt", "", line.label), answer);
  });
  return element("dl", "risultati", ...rows);
}

/** @param {Element} place @param {...(Node | string)} children */
export function show(place, ...children) {
  place.replaceChildren(...children);
}

/** Che cosa non va in quello che è stato scritto. @param {Element} place @param {string} words */
export function complain(place, words) {
  show(place, element("p", "errore", words));
}

/** Un numero intero scritto a mano; null se vuoto, NaN se non lo è. @param {FormDataEntryValue | null} text */
export function whole(text) {
  const written = String(text ?? "").trim();
  if (!written) return null;
  return /^\d+$/.test(written) ? Number(written) : NaN;
}
