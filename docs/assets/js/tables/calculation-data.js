// Load the data of a calculation that has a script: tables, numbers, citations.
// They come from the rulebooks' editions: no number of a rulebook is in code.
import { loadJson } from "../load-json.js";
/** @import { Cell, Data, Table } from "./types" */

/**
 * Load the data of a calculation that has a script of its own. @param {string} name of its file in `tabelle/`
 * @returns {Promise<Data>}
 */
export const load = (name) => loadJson(`tabelle/${name}.json`);

/** Return a table of the data; throws if it is missing. @param {Data} data @param {string} name @returns {Table} */
export function table(data, name) {
  const found = data.tables[name];
  if (!found) throw new Error(`Manca la tabella ${name}`);
  return found;
}

/** Return a number of the data; throws if it is missing. @param {Data} data @param {string} name */
export function value(data, name) {
  const found = data.values[name];
  if (found === undefined) throw new Error(`Manca il valore ${name}`);
  return found;
}

/**
 * Return a row's cell in the column of that name; throws if there is none.
 * Never by position, which changes with the edition.
 * @param {Table} table @param {Cell[]} row @param {string} name
 */
export function cell(table, row, name) {
  const place = table.columns.findIndex((column) => column.name === name);
  if (place < 0) throw new Error(`La tabella «${table.title}» non ha la colonna «${name}»`);
  return row[place];
}

/** Format a number in Italian: 0.33 → «0,33». @param {number} n */
export const decimal = (n) => n.toLocaleString("it-IT");
