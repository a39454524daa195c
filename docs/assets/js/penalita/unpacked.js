// @ts-check
// Quello che i racconti insegnano, dal file in cui ogni parola è scritta una volta sola (scripts/render/lessons.py).

import { frontDecoded } from "../language/text.js";

/** @typedef {Map<string, {often: number, much: number}>} Told quanto spesso si dice ogni parola, e quanto parla per l’infrazione */
/** Di ogni infrazione quello che i racconti insegnano, e di ogni sua risposta quanto parla per lei ogni parola. @param {import("../verdict/games.js").Packed} packed */
export function unpacked({ levels: { often, much }, words, pairs, told, answers }) {
  const alone = frontDecoded(words);
  const beside = pairs
    .split(" ")
    .flatMap((others, n) => row(others, 1).map(([other]) => `${alone[n]}_${alone[other]}`));
  return told.map((text, n) => {
    const [one, two] = text.split(" ");
    const terms = [
      ...row(one, often * much).map(([at, value]) => ({ term: alone[at], value })),
      ...row(two, much).map(([at, value]) => ({ term: beside[at], value }))
    ];
    /** @type {Told} */
    const known = new Map(
      terms.map(({ term, value }) => [term, { often: Math.floor(value / much), much: value % much }])
    );
    return {
      told: known,
      answers: answers[n].map((given) =>
        given.map((text) => new Map(row(text, much - 1).map(([at, value]) => [terms[at].term, value + 1])))
      )
    };
  });
}

/** I posti pieni di una riga e quanto vi sta: ogni lettera dice quanti posti vuoti le vengono prima, e quanto sta nel suo. @param {string} text @param {number} levels */
function row(text, levels) {
  let next = 0;
  return Array.from(text, (letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    const value = code - (code > 0xdfff ? 0x800 : 0) - 35;
    const place = next + Math.floor(value / levels);
    next = place + 1;
    return /** @type {[number, number]} */ ([place, value % levels]);
  });
}
