// Write an event's penalties as CSV and as a report.
import { alongTitles, countingIn, named, placeOf } from "./player-history.js";
import { hour, localDay } from "./local-time.js";
import { markInWords, review } from "./penalty-escalation.js";
/** @import { Game } from "../verdict/types" */
/** @import { Entry, State, Mark } from "./types" */

/** Format a time's local day: «10/01/2026». @param {string} time ISO 8601 */
const day = (time) => localDay(time).split("-").reverse().join("/");

// cells that a spreadsheet would compute, also after spaces or with wide forms of the signs
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
// cells that a spreadsheet would convert: «0012345678», «1-2», «3/4», «1e5», «12 gen»
const WHOLE = /^(?:0|[1-9]\d{0,10})$/;
const NUMBER = /^\s*[\d.,](?:[\d\s.,:/%€$'’–-]|e(?=[\d+-]))*\s*$/i;
const DATE =
  /^\s*(?=.*\d)\d{0,4}[\s./-]*(?:gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic|jan|may|jun|jul|aug|sep|oct|dec)\p{L}{0,6}[\s./-]*\d{0,4}\s*$/iu;
const OURS = new Set(["Data", "Ora"]); // columns in which a date is one
const TRUTH = /^\s*(?:vero|falso|true|false)\s*$/i;

/**
 * Return a CSV cell that a spreadsheet shows as typed, neither computed nor converted.
 * An apostrophe goes before a text that it would change.
 * @param {string} text @param {boolean} [ours] the text is a day or an hour, which may be converted
 */
function cell(text, ours = false) {
  const changed = NUMBER.test(text) ? !WHOLE.test(text) : DATE.test(text) || TRUTH.test(text);
  return `"${(FORMULA.test(text) || (!ours && changed) ? `'${text}` : text).replace(/"/g, '""')}"`;
}

/**
 * Return penalties as CSV for an Italian spreadsheet, removed ones last.
 * Semicolons, UTF-8 with byte order mark.
 * @param {State} state @param {Entry[]} entries @param {ReadonlyMap<string, Game>} games decision data by book code
 */
export function toCsv(state, entries, games) {
  const marks = review(state, games);
  const player = (/** @type {Entry} */ e) => state.players.get(e.player);
  const game = (/** @type {Entry} */ e) => games.get(e.now.book);
  /** @type {[string, (entry: Entry) => string][]} */
  const columns = [
    ["Evento", (e) => state.events.get(e.event)?.name ?? ""],
    ["Data", (e) => day(e.now.time)],
    ["Ora", (e) => hour(e.now.time)],
    ["Gioco", (e) => game(e)?.game ?? e.now.book],
    ["Giocatore", (e) => player(e)?.name ?? ""],
    ["Numero", (e) => player(e)?.number ?? ""],
    ["Tavolo", (e) => e.now.table],
    ["Turno", (e) => e.now.round],
    ["Infrazione", (e) => e.now.infractionTitle],
    ["Penalità", (e) => e.now.penaltyTitle],
    ["Penalità aggiunte", (e) => alongTitles(game(e), e.now).join(", ")],
    ["Motivo dell’aumento", (e) => e.now.led.join("; ")],
    ["Verdetto secondo il Registro", (e) => e.now.worked],
    ["Motivo", (e) => e.now.reason],
    ["Nota", (e) => e.now.note],
    ["Stato", (e) => (e.gone.length ? "tolta" : e.versions.length > 1 ? "corretta su due telefoni" : "data")],
    ["Da rivedere", ({ id }) => (marks.has(id) ? `dovrebbe essere ${marks.get(id)?.title}. ${marks.get(id)?.why}` : "")]
  ];
  const rows = [...entries]
    .sort((a, b) => a.gone.length - b.gone.length)
    .map((entry) => columns.map(([, value]) => value(entry)));
  const line = (/** @type {string[]} */ row) => row.map((text, i) => cell(text, OURS.has(columns[i][0]))).join(";");
  return "\ufeff" + [columns.map(([title]) => title), ...rows].map(line).join("\r\n") + "\r\n";
}

/**
 * Return a name for an event's file: «registro-torneo-d-autunno-2026-01-10.csv».
 * @param {string} what the file holds, the first word of the name @param {State} state @param {string} event its id
 * @param {string} kind the extension
 */
export function fileName(what, state, event, kind) {
  const own = state.events.get(event);
  const name =
    (own?.name ?? "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]{1,24}/gu)
      ?.slice(0, 8)
      .join("-") ?? "";
  return [what, name, own?.days[0] ?? localDay(new Date())].filter(Boolean).join("-") + `.${kind}`;
}

/**
 * Return the report of an event's penalties as text, grouped by whom the rulebook says to report them to.
 * Of penalties that need no report it gives only the number.
 * @param {Game} game @param {State} state @param {string} event its id
 * @param {ReadonlyMap<string, Mark>} marks what penalties to recheck should be, by the penalty's id
 */
export function report(game, state, event, marks) {
  const own = countingIn(state, event).filter((e) => e.now.book === game.book);
  const lines = [`Rapporto sulle penalità – ${game.title}`];
  const name = state.events.get(event)?.name;
  if (name) lines.push(`Evento: ${name}`);
  /** @type {Map<string, Entry[]>} */
  const groups = new Map();
  for (const entry of own) {
    const known = game.penalties.find((p) => p.id === entry.now.penalty);
    // what this edition does not know somebody must still decide about: it is not left out
    const unsure = marks.has(entry.id) ? "Penalità da rivedere prima di comunicarle:" : "";
    const to = known
      ? known.report || unsure
      : "Penalità che questa versione non conosce: decidi tu a chi comunicarle.";
    if (to) groups.set(to, [...(groups.get(to) ?? []), entry]);
  }
  for (const [to, entries] of groups)
    lines.push("", to, ...entries.flatMap((e) => reported(game, state, e, marks.get(e.id))));
  const left = own.length - [...groups.values()].flat().length;
  if (!groups.size) lines.push("", own.length ? "Nessuna penalità da comunicare." : "Nessuna penalità data.");
  if (left)
    lines.push(
      "",
      left === 1
        ? "Un’altra penalità non va comunicata: resta nel Registro."
        : `Altre ${left} penalità non vanno comunicate: restano nel Registro.`
    );
  return lines.join("\n") + "\n";
}

/**
 * Return the lines of the report about one penalty.
 * @param {Game} game @param {State} state @param {Entry} entry
 * @param {Mark | undefined} mark what it should be, if it must be rechecked
 * @returns {string[]}
 */
function reported(game, state, { now, player }, mark) {
  const name = named(state.players.get(player) ?? { name: "?", number: "" });
  const also = alongTitles(game, now).join(", ");
  return [
    `- ${day(now.time)}, ${hour(now.time)} · ${name}: ${now.penaltyTitle}${also ? ` (con ${also})` : ""}`,
    `  ${[now.infractionTitle, placeOf(now), now.note].filter(Boolean).join(" · ")}`,
    ...now.led.map((step) => `  ${step}`),
    ...(now.reason ? [`  ${now.worked ? `Secondo il Registro: ${now.worked}. ` : ""}Motivo: ${now.reason}`] : []),
    ...(mark ? [`  ${markInWords(mark)}`] : [])
  ];
}
