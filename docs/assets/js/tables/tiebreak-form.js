// @ts-check
// Il modulo dei tiebreaker: i risultati di un giocatore e quelli dei suoi avversari.
import { decimal, value } from "./data.js";
import { citations, complain, element, list, show, whole } from "./results.js";
import { played, tiebreakers } from "./tiebreak.js";

/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./tiebreak.js").Share} Share */

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
