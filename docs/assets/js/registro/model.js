// @ts-check
// Il Registro: le penalità date nell’evento. Funzioni pure su un elenco; la memoria sta in registro/memory.js.
import { fold } from "../penalita/words.js";
import { outcome, penalty } from "../penalita/verdict.js";

/** @typedef {import("../penalita/verdict.js").Game} Game */
/**
 * Una penalità data. `also`: quelle che porta con sé; i titoli restano scritti anche se l’edizione cambia.
 * @typedef {{id: string, time: string, changed: string, book: string, player: string, table: string, round: string,
 *   infraction: string, infractionTitle: string, penalty: string, penaltyTitle: string, also: string[], note: string}} Entry
 * Il Registro: `undo` è l’elenco di prima dell’ultima modifica, `undoEvent` il nome dell’evento se anche quello è cambiato.
 * @typedef {{v: 1, event: string, entries: Entry[], undo: Entry[] | null, undoEvent?: string}} Register
 */

export const VERSION = 1;
export const FIELDS = /** @type {const} */ ([
  "id", "time", "changed", "book", "player", "table", "round",
  "infraction", "infractionTitle", "penalty", "penaltyTitle", "note",
]);

/** @returns {Register} */
export const empty = () => ({ v: VERSION, event: "", entries: [], undo: null });

/** Porta a oggi quello che il telefono conserva, di qualunque versione. @param {unknown} value @returns {Register} */
export function migrate(value) {
  if (value === undefined || value === null) return empty();
  const given = /** @type {any} */ (value);
  const list = Array.isArray(given) ? given : given.entries; // la versione 0 era il solo elenco
  if (!Array.isArray(list)) throw new TypeError("non è un Registro");
  return {
    v: VERSION,
    event: typeof given.event === "string" ? given.event : "",
    entries: list.map(checked).sort(byTime),
    undo: Array.isArray(given.undo) ? given.undo.map(checked) : null,
    ...(typeof given.undoEvent === "string" ? { undoEvent: given.undoEvent } : {}),
  };
}

/** Una voce con tutti i suoi campi; `TypeError` che dice che cosa manca. @param {any} value @returns {Entry} */
export function checked(value) {
  if (typeof value !== "object" || value === null) throw new TypeError("la riga non è una penalità");
  const also = Array.isArray(value.also) ? value.also.filter((/** @type {unknown} */ x) => typeof x === "string") : [];
  const entry = /** @type {any} */ ({ also });
  for (const field of FIELDS) {
    const needed = field === "id" || field === "time" || field === "book" || field === "player" || field === "penalty";
    const text = value[field] ?? (needed ? undefined : "");
    if (typeof text !== "string" || (needed && !text.trim())) throw new TypeError(`manca «${NAMES[field]}»`);
    entry[field] = text;
  }
  if (Number.isNaN(Date.parse(entry.time))) throw new TypeError(`l’ora «${entry.time}» non è un’ora`);
  entry.changed ||= entry.time;
  entry.penaltyTitle ||= entry.penalty;
  return entry;
}

/** @type {Record<string, string>} */
const NAMES = { id: "id", time: "ora", book: "gioco", player: "giocatore", penalty: "penalità" };

/** @param {Entry} a @param {Entry} b */
const byTime = (a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.id < b.id ? -1 : 1);

/** Lo stesso giocatore, comunque lo si sia scritto. @param {string} name */
const playerKey = (name) => fold(name).split(" ").sort().join(" ");

/** @param {Entry[]} entries @param {string} book @param {string} player */
export const ofPlayer = (entries, book, player) =>
  entries.filter((e) => e.book === book && playerKey(e.player) === playerKey(player));

/** I nomi scritti finora, ciascuno come l’ultima volta. @param {Entry[]} entries @param {string} [book] @returns {string[]} */
export function players(entries, book) {
  const names = new Map(entries.filter((e) => !book || e.book === book).map((e) => [playerKey(e.player), e.player]));
  return [...names.values()].sort((a, b) => a.localeCompare(b, "it"));
}

/** Quante il giocatore ne ha di ogni penalità, quelle portate da altre comprese. @param {Entry[]} entries @param {string} book @param {string} player */
export function history(entries, book, player) {
  /** @type {import("../penalita/verdict.js").History} */
  const counts = {};
  for (const entry of ofPlayer(entries, book, player))
    for (const id of [entry.penalty, ...entry.also]) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

/** Quante volte il giocatore è già stato ripreso per la stessa cosa. @param {Entry[]} entries @param {string} book @param {string} player @param {string} infraction */
export const sameInfraction = (entries, book, player, infraction) =>
  ofPlayer(entries, book, player).filter((e) => e.infraction === infraction).length;

/** Aggiunge o sostituisce (per id), in ordine di tempo; l’elenco di prima resta per l’annullamento. @param {Register} register @param {Entry} entry @returns {Register} */
export const put = (register, entry) => ({
  ...kept(register),
  entries: [...register.entries.filter((e) => e.id !== entry.id), checked(entry)].sort(byTime),
  undo: register.entries,
});

/** @param {Register} register @param {string} id @returns {Register} */
export const remove = (register, id) => ({
  ...kept(register),
  entries: register.entries.filter((e) => e.id !== id),
  undo: register.entries,
});

/** Un Registro per l’evento che viene; quello di prima si può riprendere finché non si scrive. @param {Register} register @returns {Register} */
export const clear = ({ event, entries }) => ({ ...empty(), undo: entries, undoEvent: event });

/** @param {Register} register @returns {Register} */
export const undo = (register) =>
  register.undo ? { v: VERSION, event: register.undoEvent ?? register.event, entries: register.undo, undo: null } : register;

/** Quello che una modifica lascia com’è. @param {Register} register */
const kept = ({ v, event }) => ({ v, event });

/**
 * Che cosa succede se si dà `given` a chi ha già `counts`: si dice prima di darla. `null` se non c’è niente da dire.
 * @param {Game} game @param {string} given @param {import("../penalita/verdict.js").History} counts
 * @returns {{has: string, becomes: string, text: string, cites: string[], next: string} | null}
 */
export function announce(game, given, counts) {
  const result = outcome(game, given, counts);
  const has = game.counted
    .filter((c) => counts[c.id])
    .map((c) => (counts[c.id] === 1 ? `1 ${penalty(game, c.id).title.toLowerCase()}` : `${counts[c.id]} ${c.plural}`))
    .join(" e ");
  const rules = result.steps.flatMap((s) => game.escalations.filter((e) => e.id === s.rule));
  const after = { ...counts };
  for (const id of [result.penalty, ...result.also]) after[id] = (after[id] ?? 0) + 1;
  const coming = [...new Set([result.penalty, ...result.also])].flatMap((id) => {
    const rule = game.escalations.find((e) => e.penalty === id && after[id] >= e.already);
    return rule ? [`alla prossima ${penalty(game, id).title.toLowerCase()}: ${penalty(game, rule.becomes).title}`] : [];
  });
  const becomes = result.penalty === given ? "" : result.penalty;
  if (!has && !becomes && !coming.length) return null;
  const texts = rules.map((r) => r.text.replace(/<[^>]+>/g, ""));
  return { has, becomes, text: texts.join(" "), cites: rules.flatMap((r) => r.cites), next: coming.join("; ") };
}
