// Compute the tiebreakers of Magic (Appendix C), and run their form.
// Every number of the rulebook comes from data.
import { el } from "../create-element.js";
import { decimal, value } from "./calculation-data.js";
import { fraction, less, mean, percent, exact } from "./fraction.js";
import { citations, list, rules, showing, wholeNumber } from "./results.js";
/** @import { Data, Results, Share } from "./types" */

const NONE = { won: 0, lost: 0, drawn: 0 };

/** Return the number of results. @param {Results} r */
const played = (r) => r.won + r.lost + r.drawn;

/**
 * Return the points for results and byes.
 * @param {Data} data points per result, from the rulebook @param {Results} results
 * @param {number} byes rounds without an opponent
 * @param {string[]} names of the values: points for one won, lost, drawn, for a bye
 */
const points = (data, { won, lost, drawn }, byes, names) =>
  [won, lost, drawn, byes].reduce((sum, count, n) => sum + count * value(data, names[n]), 0);

const MATCH_POINTS = ["punti-vittoria", "punti-sconfitta", "punti-patta", "punti-bye"];
const GAME_POINTS = ["partita-vinta", "partita-persa", "partita-patta", "bye-punti-partita"];

/**
 * Return match points from won, lost, drawn matches and byes.
 * @param {Data} data points per result, from the rulebook @param {Results} matches
 * @param {number} byes rounds without an opponent
 */
export const matchPoints = (data, matches, byes = 0) => points(data, matches, byes, MATCH_POINTS);

/**
 * Return points over the most possible, exact and raised to the minimum; null if `most` is 0.
 * @param {number} points won @param {number} most @param {number} least the rulebook's minimum, as 0.33
 * @returns {Share | null}
 */
function share(points, most, least) {
  if (!most) return null;
  const [ratio, floor] = [fraction(points, most), exact(least)];
  return { points, most, ratio, counts: less(ratio, floor) ? floor : ratio };
}

/**
 * Return the share of possible match points that was won, exact (`ratio`) and raised to the rulebook's minimum (`counts`).
 * Returns null without matches and byes.
 * @param {Data} data the rulebook's numbers @param {Results} matches @param {number} byes rounds without an opponent
 */
export function matchWin(data, matches, byes = 0) {
  const most = (played(matches) + byes) * value(data, "massimo-per-turno");
  return share(matchPoints(data, matches, byes), most, value(data, "minimo-incontri"));
}

/**
 * Return the share of possible game points that was won, exact (`ratio`) and raised to the rulebook's minimum (`counts`).
 * Returns null without games and byes.
 * @param {Data} data the rulebook's numbers @param {Results} games
 * @param {number} byes rounds without an opponent, each counted as `bye-partite` games with their points
 */
export function gameWin(data, games, byes = 0) {
  const most = (played(games) + byes * value(data, "bye-partite")) * value(data, "massimo-per-partita");
  return share(points(data, games, byes, GAME_POINTS), most, value(data, "minimo-partite"));
}

/**
 * Return the mean of the opponents' shares, each at least the rulebook's minimum; null without opponents.
 * @param {Share[]} opponents
 */
export const average = (opponents) => (opponents.length ? mean(opponents.map(({ counts }) => counts)) : null);

const FIELDS = [
  ["Vinti", "vinti"],
  ["Persi", "persi"],
  ["Pari", "patti"],
  ["Partite vinte", "p-vinte"],
  ["perse", "p-perse"],
  ["patte", "p-patte"]
];

/**
 * Read a number field; null if nothing is typed.
 * Throws RangeError, with the message to show, for anything but a whole number up to its most.
 * @param {ParentNode} place that holds the field @param {string} name of the field
 */
function read(place, name) {
  const field = /** @type {HTMLInputElement} */ (place.querySelector(`[name="${name}"]`));
  const n = wholeNumber(field.value, Number(field.dataset.a));
  if (Number.isNaN(n))
    throw new RangeError(`Nei risultati scrivi numeri interi fino a ${field.dataset.a}, per esempio 5, 2 e 1.`);
  return n;
}

/**
 * Read won, lost and drawn from three fields: blank counts 0; null if all are blank.
 * @param {ParentNode} place that holds the fields @param {string[]} names of the fields
 * @returns {Results | null}
 */
function record(place, names) {
  const [won, lost, drawn] = names.map((name) => read(place, name));
  return won === null && lost === null && drawn === null ? null : { won: won ?? 0, lost: lost ?? 0, drawn: drawn ?? 0 };
}
/** Read the matches won, lost and drawn; null if nothing is typed. @param {ParentNode} place */
const matchesOf = (place) => record(place, ["vinti", "persi", "patti"]);
/** Read the games won, lost and drawn; null if nothing is typed. @param {ParentNode} place */
const gamesOf = (place) => record(place, ["p-vinte", "p-perse", "p-patte"]);

/**
 * Check that there are at least as many games won and lost as matches.
 * Throws RangeError with the message to show.
 * @param {string} who whose results, in Italian @param {Results | null} matches @param {Results | null} games
 */
function possible(who, matches, games) {
  if (!matches || !games) return;
  if (games.won < matches.won)
    throw new RangeError(
      `${who}: i conti non tornano, gli incontri vinti (${matches.won}) sono più delle partite vinte (${games.won}).`
    );
  if (games.lost < matches.lost)
    throw new RangeError(
      `${who}: i conti non tornano, gli incontri persi (${matches.lost}) sono più delle partite perse (${games.lost}).`
    );
}

/**
 * Return the row of fields for an opponent's results, not yet numbered.
 * @param {string} most the highest result accepted @param {() => void} removed called when the row is removed
 */
function opponentRow(most, removed) {
  const fields = FIELDS.map(([label, name]) =>
    el("label", label, el("input", { name, inputmode: "decimal", autocomplete: "off", "data-a": most }))
  );
  const onclick = () => (row.remove(), removed());
  const remove = el("button.togli", { type: "button", onclick }, "Togli");
  const row = el("li", el("fieldset.numeri", el("legend"), ...fields, remove));
  return row;
}

/** Say in Italian how a share was computed: «9 / 36 = 0,25, portato al minimo.». @param {Share} share */
function sum(share) {
  return `${share.points} / ${share.most}${less(share.ratio, share.counts) ? ` = ${percent(share.ratio)}, portato al minimo` : ""}.`;
}

/**
 * Return the result's line for a share of points.
 * `cites`: names of the values whose rules say it; `floor`: a further one, if the minimum applied; `missing`: the note
 * if `share` is null.
 * @param {Share | null} share @param {{label: string, cites: string[], floor: string, missing?: string}} line
 */
function shareLine(share, { label, cites, floor, missing = "" }) {
  if (!share) return { label, value: "", missing: Boolean(missing), note: missing, cites };
  return {
    label,
    value: percent(share.counts),
    note: sum(share),
    cites: less(share.ratio, share.counts) ? [...cites, floor] : cites
  };
}

/**
 * Return the result's line for the mean of the opponents' shares.
 * `met`: opponents that there should be; `cites`: as in `shareLine`; `what`: what to type of those missing, in Italian.
 * @param {(Share | null)[]} opponents @param {{label: string, met: number, cites: string[], what: string}} line
 */
function meanLine(opponents, { label, met, cites, what }) {
  const known = opponents.filter((one) => one !== null);
  const found = average(known);
  if (!met) return { label, value: "", note: "Ha avuto soltanto bye: non ha avversari.", cites };
  if (!found) return { label, value: "", missing: true, note: `Scrivi ${what} degli avversari.`, cites };
  const note =
    known.length < met
      ? `Il valore è provvisorio, con ${known.length} avversari su ${met}: scrivi ${what} degli altri.`
      : "";
  return { label, value: percent(found), note, cites };
}

/**
 * Return all lines of the result; null if nothing is typed.
 * Throws RangeError, with the message to show, for results that cannot be.
 * @param {Data} data @param {HTMLFormElement} form @param {Iterable<Element>} rows the opponents' fields
 */
function lines(data, form, rows) {
  const own = matchesOf(form);
  const byes = read(form, "bye") ?? 0;
  if (!own && !byes) return null;
  const matches = own ?? NONE;
  const met = played(matches);
  const games = gamesOf(form);
  possible("Il giocatore", matches, games);
  const others = [...rows].map((row, i) => {
    const one = { matches: matchesOf(row), games: gamesOf(row) };
    possible(`Avversario ${i + 1}`, one.matches, one.games);
    return one;
  });
  const told = others.filter((one) => one.matches || one.games).length;
  if (told > met)
    throw new RangeError(
      `Gli avversari sono ${told} e gli incontri giocati sono ${met}: togli un avversario o aggiungi gli incontri che mancano.`
    );
  const byeGames = byes ? ["bye-punti-partita"] : [];
  const byeRule = byes ? ["bye-avversari"] : [];
  return [
    {
      label: "Punti incontro",
      value: String(matchPoints(data, matches, byes)),
      cites: ["punti-vittoria", "punti-patta", ...(byes ? ["punti-bye"] : [])]
    },
    meanLine(
      others.map((o) => o.matches && matchWin(data, o.matches)),
      { label: "Incontri vinti dagli avversari", met, cites: ["media-incontri", "bye-avversari"], what: "gli incontri" }
    ),
    shareLine(games || !met ? gameWin(data, games ?? NONE, byes) : null, {
      label: "Partite vinte",
      cites: ["massimo-per-partita", ...byeGames],
      floor: "minimo-partite",
      missing: "Scrivi le partite del giocatore."
    }),
    meanLine(
      others.map((o) => o.games && gameWin(data, o.games)),
      { label: "Partite vinte dagli avversari", met, cites: ["media-partite"], what: "le partite" }
    ),
    shareLine(matchWin(data, matches, byes), {
      label: "Incontri vinti",
      cites: ["massimo-per-turno"],
      floor: "minimo-incontri"
    }),
    ...(byes
      ? [
          {
            ...shareLine(matchWin(data, matches), {
              label: "Incontri vinti, come contano nella media di ogni avversario",
              cites: byeRule,
              floor: "minimo-incontri"
            }),
            note: "Qui i suoi bye non contano, perché la regola si può leggere anche così. Se contano, vale la riga qui sopra."
          }
        ]
      : [])
  ];
}

/** Run the form of the tiebreakers in its section of the page. @param {Data} data @param {HTMLElement} section */
export function setup(data, section) {
  const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
  const opponents = /** @type {HTMLOListElement} */ (section.querySelector(".avversari"));
  const place = /** @type {HTMLElement} */ (section.querySelector(".esito"));
  const empty = [...place.childNodes];

  const show = showing(place);
  const compute = () =>
    show(() => {
      const found = lines(data, form, opponents.children);
      if (!found) return empty;
      const floor = el(
        "p.chiosa",
        `Ogni percentuale vale almeno ${decimal(value(data, "minimo-incontri"))}. `,
        citations(data, ["minimo-incontri", "minimo-partite"])
      );
      return [list(found.map((line) => ({ ...line, rules: rules(data, line.cites) }))), floor];
    });

  const number = () =>
    [...opponents.children].forEach((row, i) => {
      row.querySelector("legend")?.replaceChildren(`Avversario ${i + 1}`);
      row.querySelector(".togli")?.setAttribute("aria-label", `Togli l’avversario ${i + 1}`);
    });
  const add = () => {
    const row = opponentRow(form.querySelector("input")?.dataset.a ?? "", () => (number(), compute()));
    opponents.append(row);
    number();
    return row;
  };
  const more = /** @type {HTMLButtonElement} */ (section.querySelector(".aggiungi"));
  more.addEventListener("click", () => add().querySelector("input")?.focus());
  more.disabled = false;
  form.addEventListener("input", () => fitRows(opponents, form, add));
  writtenInOneGo(section, place);
  section.addEventListener("input", compute);
  fitRows(opponents, form, add); // for what was typed before this script came
  compute();
}

/**
 * Keep a row for each opponent met: add missing ones, remove empty ones at the end.
 * @param {HTMLElement} opponents @param {ParentNode} form @param {() => void} add
 */
function fitRows(opponents, form, add) {
  let met = 0;
  try {
    met = played(matchesOf(form) ?? NONE);
  } catch {
    return; // what is wrong in the numbers is said by the result
  }
  while (opponents.children.length < met) add();
  const empty = (/** @type {Element} */ row) => [...row.querySelectorAll("input")].every((input) => !input.value);
  for (const row of [...opponents.children].slice(met).reverse()) {
    if (!empty(row)) break;
    row.remove();
  }
}

/**
 * Let one type results in a row: a comma, space or Enter goes to the next field, and after the last to the result.
 * @param {HTMLElement} section @param {HTMLElement} place the result
 */
function writtenInOneGo(section, place) {
  place.tabIndex = -1;
  const next = (/** @type {EventTarget | null} */ from) => {
    const fields = [...section.querySelectorAll("input")];
    const to = fields[fields.indexOf(/** @type {HTMLInputElement} */ (from)) + 1] ?? place;
    to.focus();
    if (to instanceof HTMLInputElement) to.select();
  };
  for (const input of section.querySelectorAll("input")) input.inputMode = "decimal"; // its keys have a comma
  section.addEventListener(
    "input",
    ({ target }) => {
      const typed = target instanceof HTMLInputElement && /^(\d*)[\s,.;/-]$/.exec(target.value);
      if (!typed) return;
      target.value = typed[1];
      next(target);
    },
    true
  );
  section.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    next(event.target);
  });
}
