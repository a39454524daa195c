// Write and read the Registro's file for another phone.
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
  const own = (/** @type {string} */ id) => state.events.get(id)?.id ?? id;
  return ops.filter((op) => !event || own(op.event) === own(event));
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

/** Report a file that cannot be used; the message says why, in Italian. */
export class DamagedFile extends Error {}

/**
 * Read a file made by `toFile`; throws DamagedFile if any line is wrong or missing.
 * @param {string} text @returns {Op[]}
 */
export function fromFile(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  if (!lines.length) throw new DamagedFile("è vuoto");
  const head = row(lines[0], 1, (value) => value);
  if (head?.prontuario !== MARK || !(Number.isInteger(head.v) && head.v >= VERSION))
    throw new DamagedFile("non è un file del Registro di Prontuario");
  if (head.v > VERSION)
    throw new DamagedFile("è di una versione più recente di Prontuario; quando hai rete, ricarica la pagina");
  const seen = new Map();
  const ops = lines.slice(1).map((line, i) =>
    row(line, i + 2, (value) => {
      const op = checkedOp(value);
      if (seen.has(op.id)) throw new TypeError(`ripete la riga ${seen.get(op.id)}`);
      seen.set(op.id, i + 2);
      return op;
    })
  );
  if (ops.length !== head.count)
    throw new DamagedFile(`ha ${ops.length} righe invece di ${head.count}: forse è incompleto`);
  return ops;
}

/**
 * Return what `read` makes of a line's JSON; throws DamagedFile, naming the line, if it is no JSON or `read` throws.
 * @template T @param {string} line @param {number} number of the line, from 1 @param {(value: any) => T} read
 */
function row(line, number, read) {
  try {
    return read(JSON.parse(line));
  } catch (error) {
    const why = line.trim() ? "è illeggibile: forse il file è incompleto" : "è vuota";
    throw new DamagedFile(`riga ${number}: ${error instanceof TypeError ? error.message : why}`);
  }
}
