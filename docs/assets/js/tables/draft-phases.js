// Compute the timed phases of a Magic draft from the tables of Appendix B.
import { cell, table, value } from "./calculation-data.js";
/** @import { Data, DraftKind, Phase } from "./types" */

/**
 * By kind of draft, names of values (`Data.sources`): `packs`, the usual number of boosters (of a Rochester Draft per
 * player, else as many as are drafted one after the other); `rules`, those whose rules it follows.
 * @type {Record<DraftKind, {packs: string, rules: string[]}>}
 */
export const DRAFTS = {
  booster: { packs: "buste", rules: ["booster", "rivedere", "rivedere-in-piu", "buste"] },
  "due-teste": { packs: "buste-due-teste", rules: ["due-teste", "rivedere-due-teste", "buste-due-teste"] },
  rochester: { packs: "buste-rochester", rules: ["rochester-guardare", "rochester-scelta", "buste-rochester"] }
};

/** Write a number of cards: «1 carta», «3 carte». @param {number} n */
const cardsInWords = (n) => (n === 1 ? "1 carta" : `${n} carte`);

/**
 * Return the timed picks of one booster, in order: cards in it before the pick (`left`), and seconds for it.
 * For the last cards the rules may give no time: they are simply taken.
 * @param {Data} data @param {DraftKind} kind @param {number} cards in a booster
 * @returns {{left: number, seconds: number}[]}
 */
function picks(data, kind, cards) {
  if (kind === "rochester") {
    const seconds = value(data, "rochester-scelta");
    return Array.from({ length: cards }, (_, taken) => ({ left: cards - taken, seconds }));
  }
  const times = table(data, kind);
  const name = kind === "booster" ? "Carte rimanenti" : `Buste da ${cards} carte`;
  return times.rows
    .map((row) => ({ left: Number(cell(times, row, name)), seconds: Number(cell(times, row, "Tempo")) }))
    .filter(({ left, seconds }) => left && left <= cards && seconds);
}

/**
 * Return the seconds for looking at one's cards after a booster; 0 if there is no such phase.
 * A Booster Draft has it after every booster, a draft in pairs only between two boosters.
 * @param {Data} data @param {DraftKind} kind @param {number} pack number of the booster just finished, from 1
 * @param {number} packs how many there are
 */
function review(data, kind, pack, packs) {
  if (kind === "booster") return value(data, "rivedere") + (pack - 1) * value(data, "rivedere-in-piu");
  return kind === "due-teste" && pack < packs ? value(data, "rivedere-due-teste") : 0;
}

/**
 * Return all timed phases of a draft, in order.
 * @param {Data} data @param {DraftKind} kind @param {number} cards in a booster
 * @param {number} packs how many boosters @returns {Phase[]}
 */
export function steps(data, kind, cards, packs) {
  /** @type {Phase[]} */
  const all = [];
  const add = (/** @type {Phase} */ phase) => phase.seconds && all.push(phase);
  for (let pack = 1; pack <= packs; pack += 1) {
    const looking = kind === "rochester" ? value(data, "rochester-guardare") : 0;
    const look = `Busta ${pack}. Guardate le carte. ${looking} secondi.`;
    add({ pack, title: "Guardare la busta", say: look, seconds: looking });
    picks(data, kind, cards).forEach(({ left, seconds }, place) => {
      const pick = `Scelta ${place + 1}`;
      const opening = place ? "" : `Busta ${pack}. `;
      const say = kind === "rochester" ? `${pick}.` : `${opening}${pick}. ${cardsInWords(left)}, ${seconds} secondi.`;
      add({ pack, title: `${pick}: ${cardsInWords(left)}`, say, seconds });
    });
    const seconds = review(data, kind, pack, packs);
    add({ pack, title: "Rivedere le carte", say: `Rivedete le carte. ${seconds} secondi.`, seconds });
  }
  return all;
}
