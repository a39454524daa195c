// Compute the timed phases of a Magic draft from the tables of Appendix B.
import { cell, table, value } from "./calculation-data.js";
/** @import { Data, DraftKind, Phase } from "./types" */

/**
 * Return the usual number of boosters: of a Rochester Draft per player, else as many as are drafted one after the
 * other.
 * @param {Data} data @param {DraftKind} kind
 */
export function usualPacks(data, kind) {
  return value(data, { booster: "buste", "due-teste": "buste-due-teste", rochester: "buste-rochester" }[kind]);
}

/** Return the names of the values (`Data.sources`) whose rules a kind of draft follows. @param {DraftKind} kind */
export function draftCites(kind) {
  if (kind === "rochester") return ["rochester-guardare", "rochester-scelta", "buste-rochester"];
  if (kind === "due-teste") return ["due-teste", "rivedere-due-teste", "buste-due-teste"];
  return ["booster", "rivedere", "rivedere-in-piu", "buste"];
}

/** Write a number of cards: «1 carta», «3 carte». @param {number} n */
const cardsInWords = (n) => (n === 1 ? "1 carta" : `${n} carte`);

/**
 * Return the picks of one booster, in order, as {left, seconds}.
 * `left`: cards in the booster before the pick; `seconds`: time for it, null where the rules give none.
 * @param {Data} data @param {DraftKind} kind @param {number} cards in a booster
 * @returns {{left: number, seconds: number | null}[]}
 */
function picks(data, kind, cards) {
  if (kind === "rochester") {
    const seconds = value(data, "rochester-scelta");
    return Array.from({ length: cards }, (_, taken) => ({ left: cards - taken, seconds }));
  }
  const times = table(data, kind);
  const name = kind === "booster" ? "Carte rimanenti" : `Buste da ${cards} carte`;
  return times.rows
    .map((row) => ({ left: cell(times, row, name), seconds: cell(times, row, "Tempo") }))
    .filter(({ left }) => left !== null && Number(left) <= cards)
    .map(({ left, seconds }) => ({ left: Number(left), seconds: seconds === null ? null : Number(seconds) }));
}

/**
 * Return the phase for looking at one's cards after a booster; null if there is none.
 * A Booster Draft has it after every booster, a draft in pairs only between two boosters.
 * @param {Data} data @param {DraftKind} kind @param {number} pack number of the booster just finished, from 1
 * @param {number} packs how many there are
 */
function review(data, kind, pack, packs) {
  if (kind === "rochester" || (kind === "due-teste" && pack === packs)) return null;
  const booster = kind === "booster";
  const seconds = booster
    ? value(data, "rivedere") + (pack - 1) * value(data, "rivedere-in-piu")
    : value(data, "rivedere-due-teste");
  const cites = booster ? ["rivedere", "rivedere-in-piu"] : ["rivedere-due-teste"];
  return { pack, title: "Rivedere le carte", say: `Rivedete le carte. ${seconds} secondi.`, seconds, cites };
}

/**
 * Return all timed phases of a draft, in order.
 * @param {Data} data @param {DraftKind} kind @param {number} cards in a booster
 * @param {number} packs how many boosters @returns {Phase[]}
 */
export function steps(data, kind, cards, packs) {
  const all = [];
  for (let pack = 1; pack <= packs; pack += 1) {
    if (kind === "rochester") {
      const seconds = value(data, "rochester-guardare");
      all.push({
        pack,
        title: "Guardare la busta",
        say: `Busta ${pack}. Guardate le carte. ${seconds} secondi.`,
        seconds,
        cites: ["rochester-guardare"]
      });
    }
    picks(data, kind, cards).forEach(({ left, seconds }, place) => {
      if (seconds === null) return; // the rules give no time: the last cards are simply taken
      const opening = place === 0 && kind !== "rochester" ? `Busta ${pack}. ` : "";
      const cites = [kind === "rochester" ? "rochester-scelta" : kind];
      const say =
        kind === "rochester"
          ? `Scelta ${place + 1}.`
          : `${opening}Scelta ${place + 1}. ${cardsInWords(left)}, ${seconds} secondi.`;
      all.push({ pack, title: `Scelta ${place + 1}: ${cardsInWords(left)}`, say, seconds, cites });
    });
    const look = review(data, kind, pack, packs);
    if (look) all.push(look);
  }
  return all;
}
