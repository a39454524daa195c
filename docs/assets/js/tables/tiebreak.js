// @ts-check
// I tiebreaker di Magic (Appendice C): funzioni da risultati a numeri, ogni numero del regolamento preso dai dati; poi il
// modulo con i risultati di un giocatore e quelli dei suoi avversari.
import { decimal, value } from "./data.js";
import { citations, complain, element, list, show, whole } from "./results.js";

/** @typedef {import("./data.js").Data} Data */
/** Risultati: vinti, persi, patti. @typedef {{won: number, lost: number, drawn: number}} Record3 */
/** `ratio`: la divisione; `counts`: quello che vale, col minimo. @typedef {{points: number, most: number, ratio: number, counts: number}} Share */

/** @param {Record3} r */
const played = (r) => r.won + r.lost + r.drawn;

/** @param {Data} data @param {Record3} matches @param {number} byes */
export function matchPoints(data, matches, byes = 0) {
  return matches.won * value(data, "mtr.punti-vittoria") + matches.lost * value(data, "mtr.punti-sconfitta")
    + matches.drawn * value(data, "mtr.punti-patta") + byes * value(data, "mtr.punti-bye");
}

/** @param {Data} data @param {Record3} games @param {number} byes */
function gamePoints(data, games, byes = 0) {
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
function tiebreakers(data, player, opponents) {
  return {
    points: matchPoints(data, player.matches, player.byes),
    matchWin: matchWin(data, player.matches, player.byes),
    opponentsMatchWin: average(opponents.map((o) => matchWin(data, o.matches))),
    gameWin: gameWin(data, player.games, player.byes),
    opponentsGameWin: average(opponents.map((o) => gameWin(data, o.games))),
  };
}

const FIELDS = [["Vinti", "vinti"], ["Persi", "persi"], ["Patti", "patti"], ["Partite vinte", "p-vinte"], ["perse", "p-perse"], ["patte", "p-patte"]];

/** @param {ParentNode} place @param {string} name */
function read(place, name) {
  const n = whole(/** @type {HTMLInputElement} */ (place.querySelector(`[name="${name}"]`)).value);
  if (n !== null && !Number.isInteger(n)) throw new RangeError("Nei risultati vanno numeri interi, per esempio 5, 2 e 1.");
  return n ?? 0;
}

/** @param {ParentNode} place */
const matchesOf = (place) => ({ won: read(place, "vinti"), lost: read(place, "persi"), drawn: read(place, "patti") });
/** @param {ParentNode} place */
const gamesOf = (place) => ({ won: read(place, "p-vinte"), lost: read(place, "p-perse"), drawn: read(place, "p-patte") });

/** @param {number} number @param {() => void} removed */
function opponentRow(number, removed) {
  const fields = FIELDS.map(([label, name]) => {
    const input = element("input");
    Object.assign(input, { name, inputMode: "numeric", autocomplete: "off", maxLength: 2 });
    return element("label", "", label, input);
  });
  const remove = element("button", "togli", "Togli");
  remove.type = "button";
  const group = element("fieldset", "numeri", element("legend", "", `Avversario ${number}`), ...fields, remove);
  const row = element("li", "", group);
  remove.setAttribute("aria-label", `Togli l’avversario ${number}`);
  remove.addEventListener("click", () => {
    row.remove();
    removed();
  });
  return row;
}

/** Come si è arrivati alla percentuale. @param {Share} share */
function sum(share) {
  return `${share.points} / ${share.most}${share.counts > share.ratio ? ` = ${decimal(share.ratio)}, che sale al minimo` : ""}.`;
}

/** @param {Data} data @param {Share | null} share @param {string} label @param {string[]} cites @param {string} floor @param {string} missing */
function shareLine(data, share, label, cites, floor, missing) {
  if (!share) return { label, value: "", missing: true, note: missing, cites };
  const low = share.counts > share.ratio;
  return { label, value: decimal(share.counts), note: sum(share), cites: low ? [...cites, floor] : cites };
}

/** @param {number | null} mean @param {string} label @param {string[]} cites @param {string} missing */
function meanLine(mean, label, cites, missing) {
  return mean === null ? { label, value: "", missing: true, note: missing, cites } : { label, value: decimal(mean), cites };
}

/** @param {Data} data @param {HTMLElement} section */
export function setup(data, section) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const opponents = /** @type {HTMLOListElement} */ (section.querySelector(".avversari"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".esito"));
  const empty = [...place.childNodes];

  function lines() {
    const player = { matches: matchesOf(form), byes: read(form, "bye"), games: gamesOf(form) };
    if (!played(player.matches) && !player.byes) return null;
    const others = [...opponents.children].map((row) => ({ matches: matchesOf(row), games: gamesOf(row) }));
    const result = tiebreakers(data, player, others);
    const byeGames = player.byes ? ["mtr.bye-punti-partita"] : [];
    return [
      { label: "Punti incontro", value: String(result.points), cites: ["mtr.punti-vittoria", "mtr.punti-patta", ...(player.byes ? ["mtr.punti-bye"] : [])] },
      meanLine(result.opponentsMatchWin, "Incontri vinti dagli avversari", ["mtr.media-incontri", "mtr.bye-avversari"], "Aggiungi gli avversari incontrati."),
      shareLine(data, result.gameWin, "Partite vinte", ["mtr.massimo-per-partita", ...byeGames], "mtr.minimo-partite", "Scrivi le partite del giocatore."),
      meanLine(result.opponentsGameWin, "Partite vinte dagli avversari", ["mtr.media-partite"], "Scrivi le partite degli avversari."),
      shareLine(data, result.matchWin, "Incontri vinti (serve agli avversari)", ["mtr.massimo-per-turno"], "mtr.minimo-incontri", ""),
    ];
  }

  function compute() {
    try {
      const found = lines();
      if (!found) return show(place, ...empty);
      const floor = element("p", "chiosa", `Ogni percentuale vale almeno ${decimal(value(data, "mtr.minimo-incontri"))}. `, citations(data, ["mtr.minimo-incontri", "mtr.minimo-partite"]));
      show(place, list(data, found), floor);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      complain(place, error.message);
    }
  }

  function renumber() {
    [...opponents.children].forEach((row, i) => {
      /** @type {HTMLElement} */ (row.querySelector("legend")).textContent = `Avversario ${i + 1}`;
      row.querySelector(".togli")?.setAttribute("aria-label", `Togli l’avversario ${i + 1}`);
    });
    compute();
  }

  section.querySelector(".aggiungi")?.addEventListener("click", () => {
    const row = opponentRow(opponents.children.length + 1, renumber);
    opponents.append(row);
    row.querySelector("input")?.focus();
  });
  section.addEventListener("input", compute);
  compute();
}
