// @ts-check
// Trova un’infrazione dalle parole di un arbitro: nomi, modi di dire, esempi, domande.
import { distance, fold, stems } from "./words.js";

/** @typedef {import("./verdict.js").Game} Game @typedef {import("./verdict.js").Infraction} Infraction */
/** @typedef {{infraction: Infraction, phrase: string, score: number}} Found `phrase`: le parole che hanno risposto, se non è il titolo */
/** @typedef {{text: string, stems: string[], weight: number, show: boolean}} Field */

/** @param {Game} game @returns {(query: string, limit?: number) => Found[]} */
export function finder(game) {
  const indexed = game.infractions.map((infraction) => ({ infraction, fields: fields(game, infraction) }));
  /** @type {Map<string, number>} in quante infrazioni sta una radice */
  const spread = new Map();
  for (const { fields } of indexed)
    for (const s of new Set(fields.flatMap((f) => f.stems))) spread.set(s, (spread.get(s) ?? 0) + 1);
  const rarity = (/** @type {string} */ s) => Math.log(1 + indexed.length / (spread.get(s) ?? 0.5));

  return (query, limit = 8) => {
    const wanted = [...new Set(stems(query))];
    if (!wanted.length) return [];
    const typing = /[\p{L}\d]$/u.test(query) ? wanted[wanted.length - 1] : "";
    const found = indexed.map(({ infraction, fields }) => {
      let score = 0;
      let best = { value: 0, text: "" };
      /** @type {Map<string, number>} quanto ogni parola cercata è stata trovata, nel campo migliore */
      const per = new Map();
      for (const field of fields) {
        let here = 0;
        for (const word of wanted) {
          const match = Math.max(0, ...field.stems.map((s) => likeness(word, s, word === typing)));
          if (!match) continue;
          const value = match * rarity(word) * field.weight;
          per.set(word, Math.max(per.get(word) ?? 0, value));
          here += value / Math.sqrt(1 + 0.15 * field.stems.length);
        }
        if (here > best.value) best = { value: here, text: field.show ? field.text : "" };
      }
      for (const value of per.values()) score += value;
      return { infraction, phrase: best.text, score: (score + best.value) * (per.size / wanted.length) };
    });
    const most = Math.max(...found.map((f) => f.score));
    return found
      .filter((f) => f.score > 0 && f.score > most * 0.25)
      .sort((a, b) => b.score - a.score || a.infraction.title.localeCompare(b.infraction.title))
      .slice(0, limit);
  };
}

/** @param {string} word @param {string} other @param {boolean} typing */
function likeness(word, other, typing) {
  if (word === other) return 1;
  if (/\d/.test(word)) return 0;
  if (typing && word.length >= 2 && other.startsWith(word)) return 0.7;
  if (word.length >= 4 && (other.startsWith(word) || (other.length >= 4 && word.startsWith(other)))) return 0.6;
  return word.length >= 5 && Math.abs(word.length - other.length) < 2 && distance(word, other) === 1 ? 0.5 : 0;
}

/** @param {Game} game @param {Infraction} infraction @returns {Field[]} */
function fields(game, infraction) {
  const field = (/** @type {string} */ text, /** @type {number} */ weight, show = false) => ({ text, stems: stems(text), weight, show });
  const text = (/** @type {string} */ id) => game.statements[id]?.text ?? "";
  return [
    field(infraction.title, 3),
    ...infraction.words.map((w) => field(w, 3, true)),
    ...infraction.examples.map((id) => field(text(id), 1.5, true)),
    ...infraction.definition.map((id) => field(text(id), 1.2, true)),
    ...infraction.questions.map((q) => field([q.text, ...q.answers.flatMap((a) => [a.text, a.more])].join(" "), 0.7)),
  ].filter((f) => fold(f.text));
}
