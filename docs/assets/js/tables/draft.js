// @ts-check
// Le fasi di un draft con i loro tempi: una funzione dai dati dell’Appendice B a un elenco, senza pagina.
import { cell, table, value } from "./data.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {"booster" | "due-teste" | "rochester"} Kind */
/** `say` è quello che la voce dice. @typedef {{pack: number, title: string, say: string, seconds: number, cites: string[]}} Step */

/** Quante buste il regolamento consiglia. @param {Data} data @param {Kind} kind */
export function usualPacks(data, kind) {
  return value(data, { booster: "buste", "due-teste": "buste-due-teste", rochester: "buste-rochester" }[kind]);
}

/** Le regole che dicono i tempi. @param {Kind} kind */
export function draftCites(kind) {
  if (kind === "rochester") return ["rochester-guardare", "rochester-scelta", "buste-rochester"];
  if (kind === "due-teste") return ["due-teste", "rivedere-due-teste", "buste-due-teste"];
  return ["booster", "rivedere", "rivedere-in-piu", "buste"];
}

/** @param {number} n */
const cardsInWords = (n) => (n === 1 ? "1 carta" : `${n} carte`);

/** Le scelte di una busta: carte rimanenti e secondi. @param {Data} data @param {Kind} kind @param {number} cards */
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
 * Il tempo per rivedere le carte: nel Booster Draft dopo ogni busta, anche l’ultima; a coppie fra una busta e l’altra.
 * @param {Data} data @param {Kind} kind @param {number} pack la busta appena finita @param {number} packs
 */
function review(data, kind, pack, packs) {
  if (kind === "rochester" || (kind === "due-teste" && pack === packs)) return null;
  const booster = kind === "booster";
  const seconds = booster
    ? value(data, "rivedere") + (pack - 1) * value(data, "rivedere-in-piu")
    : value(data, "rivedere-due-teste");
  const cites = booster ? ["rivedere", "rivedere-in-piu"] : ["rivedere-due-teste"];
  return { pack, title: "Rivedere le carte", say: `Rivedere le carte. ${seconds} secondi.`, seconds, cites };
}

/** Tutte le fasi, in ordine. @param {Data} data @param {Kind} kind @param {number} cards @param {number} packs @returns {Step[]} */
export function steps(data, kind, cards, packs) {
  /** @type {Step[]} */
  const all = [];
  for (let pack = 1; pack <= packs; pack += 1) {
    if (kind === "rochester") {
      const seconds = value(data, "rochester-guardare");
      all.push({
        pack,
        title: "Guardare la busta",
        say: `Busta ${pack}. Guardare le carte. ${seconds} secondi.`,
        seconds,
        cites: ["rochester-guardare"]
      });
    }
    picks(data, kind, cards).forEach(({ left, seconds }, place) => {
      if (seconds === null) return; // il regolamento non dà tempo: le ultime carte si prendono e basta
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
