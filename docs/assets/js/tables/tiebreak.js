// @ts-check
// I tiebreaker di Magic (Appendice C): funzioni da risultati a numeri; ogni numero del regolamento viene dai dati.
import { value } from "./data.js";

/** @typedef {import("./data.js").Data} Data */
/** Risultati: vinti, persi, patti. @typedef {{won: number, lost: number, drawn: number}} Record3 */
/** `ratio`: la divisione; `counts`: quello che vale, col minimo. @typedef {{points: number, most: number, ratio: number, counts: number}} Share */

/** @param {Record3} r */
export const played = (r) => r.won + r.lost + r.drawn;

/** @param {Data} data @param {Record3} matches @param {number} byes */
export function matchPoints(data, matches, byes = 0) {
  return matches.won * value(data, "mtr.punti-vittoria") + matches.lost * value(data, "mtr.punti-sconfitta")
    + matches.drawn * value(data, "mtr.punti-patta") + byes * value(data, "mtr.punti-bye");
}

/** @param {Data} data @param {Record3} games @param {number} byes */
export function gamePoints(data, games, byes = 0) {
  return games.won * value(data, "mtr.partita-vinta") + games.lost * value(data, "mtr.partita-persa")
    + games.drawn * value(data, "mtr.partita-patta") + byes * value(data, "mtr.bye-punti-partita");
}

/** @param {number} points @param {number} most @param {number} floor @returns {Share | null} */
function share(points, most, floor) {
  if (!most) return null;
  const ratio = points / most;
  return { points, most, ratio, counts: Math.max(ratio, floor) };
}

/** Percentuale di incontri vinti; null senza incontri. @param {Data} data @param {Record3} matches @param {number} byes */
export function matchWin(data, matches, byes = 0) {
  const rounds = played(matches) + byes;
  return share(matchPoints(data, matches, byes), rounds * value(data, "mtr.massimo-per-turno"), value(data, "mtr.minimo-incontri"));
}

/** Percentuale di partite vinte; un bye vale le sue partite. @param {Data} data @param {Record3} games @param {number} byes */
export function gameWin(data, games, byes = 0) {
  const count = played(games) + byes * value(data, "mtr.bye-partite");
  return share(gamePoints(data, games, byes), count * value(data, "mtr.massimo-per-partita"), value(data, "mtr.minimo-partite"));
}

/** La media delle percentuali degli avversari; null se nessuno ha giocato. @param {(Share | null)[]} opponents */
export function average(opponents) {
  const counted = opponents.filter((share) => share !== null).map((share) => share.counts);
  return counted.length ? counted.reduce((sum, part) => sum + part, 0) / counted.length : null;
}

/**
 * Tutti i tiebreaker, nell’ordine in cui si usano.
 * @param {Data} data @param {{matches: Record3, byes: number, games: Record3}} player
 * @param {{matches: Record3, games: Record3}[]} opponents senza i loro bye
 */
export function tiebreakers(data, player, opponents) {
  return {
    points: matchPoints(data, player.matches, player.byes),
    matchWin: matchWin(data, player.matches, player.byes),
    opponentsMatchWin: average(opponents.map((o) => matchWin(data, o.matches))),
    gameWin: gameWin(data, player.games, player.byes),
    opponentsGameWin: average(opponents.map((o) => gameWin(data, o.games))),
  };
}
