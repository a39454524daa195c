// Write and read the Registro's file for another phone.
import { folded } from "./log-reducer.js";
import { checkedOp } from "./operations.js";
/** @import { State, Op } from "./types" */

const MARK = "registro";
const VERSION = 2;

/**
 * Return the operations of an event and of those joined with it.
 * @param {State} state @param {Op[]} ops all operations @param {string} event its id; "" for all operations
 * @returns {Op[]}
 */
export function opsOf(state, ops, event) {
  const ids = event ? new Set(state.events.get(event)?.ids ?? [event]) : null;
  return ops.filter((op) => !ids || ids.has(op.event));
}

/**
 * Return a file for another phone: a heading with the count, then one JSON line per operation.
 * @param {State} state @param {Op[]} ops all operations @param {string} event its id; "" for the whole log
 */
export function toFile(state, ops, event) {
  const own = opsOf(state, ops, event);
  const head = { prontuario: MARK, v: VERSION, event, name: state.events.get(event)?.name ?? "", count: own.length };
  return [head, ...own].map((line) => JSON.stringify(line)).join("\n") + "\n";
}

/** Report a file that cannot be used, with the line that is wrong. */
export class DamagedFile extends Error {
  /**
   * Say what is wrong, in Italian.
   * @param {number} line of the damage, or 0 for the whole file @param {string} message
   */
  constructor(line, message) {
    super(line ? `riga ${line}: ${message}` : message);
    this.line = line;
  }
}

/**
 * Read a file made by `toFile`; throws DamagedFile if any line is wrong or missing.
 * @param {string} text @returns {Op[]}
 */
export function fromFile(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  if (!lines.length) throw new DamagedFile(0, "è vuoto");
  const head = json(lines[0], 1);
  if (head?.prontuario !== MARK || !(Number.isInteger(head.v) && head.v >= VERSION))
    throw new DamagedFile(0, "non è un file del Registro di Prontuario");
  if (head.v > VERSION)
    throw new DamagedFile(0, "è di una versione più recente di Prontuario; quando hai rete, ricarica la pagina");
  const seen = new Map();
  const ops = lines.slice(1).map((line, i) => {
    const op = operation(json(line, i + 2), i + 2);
    if (seen.has(op.id)) throw new DamagedFile(i + 2, `ripete la riga ${seen.get(op.id)}`);
    seen.set(op.id, i + 2);
    return op;
  });
  if (ops.length !== head.count)
    throw new DamagedFile(0, `ha ${ops.length} righe invece di ${head.count}: forse è incompleto`);
  return ops;
}

/**
 * Return a row of a file as an operation; throws DamagedFile if it is none.
 * @param {any} row @param {number} line its number, from 1 @returns {Op}
 */
function operation(row, line) {
  try {
    return checkedOp(row);
  } catch (error) {
    throw new DamagedFile(line, /** @type {Error} */ (error).message);
  }
}

/**
 * Parse a line of a file as JSON; throws DamagedFile.
 * @param {string} line @param {number} number of the line, from 1
 */
function json(line, number) {
  try {
    return JSON.parse(line);
  } catch {
    throw new DamagedFile(number, line.trim() ? "è illeggibile: forse il file è incompleto" : "è vuota");
  }
}

/** Return the events of some operations, each with its recorded penalties. @param {Op[]} ops */
export function eventsIn(ops) {
  const { events, entries } = folded(ops);
  const own = (/** @type {string} */ id) => entries.filter((e) => e.event === id);
  return [...new Set(events.values())].map((event) => ({ event, entries: own(event.id) }));
}
