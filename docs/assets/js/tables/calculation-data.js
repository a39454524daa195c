// @ts-check
// Load a scripted calculation's data: tables, numbers, citations.
// From the editions. No number of a rulebook is in code.
import { loadJson } from "../load-json.js";

/** @import { Cell, Data, Table } from "./types.d.ts" */

/** @param {string} name @returns {Promise<Data>} */
export const load = (name) => loadJson(`tabelle/${name}.json`);

/** @param {Data} data @param {string} name */
export function table(data, name) {
  const found = data.tables[name];
  if (!found) throw new Error(`Manca la tabella ${name}`);
  return found;
}

/** @param {Data} data @param {string} name */
export function value(data, name) {
  const found = data.values[name];
  if (found === undefined) throw new Error(`Manca il valore ${name}`);
  return found;
}

/**
 * Return the cell of `row` in the column called `name`.
 * Never by position, which changes with the edition.
 * @param {Table} table @param {Cell[]} row @param {string} name
 */
export function cell(table, row, name) {
  const place = table.columns.findIndex((column) => column.name === name);
  if (place < 0) throw new Error(`La tabella «${table.title}» non ha la colonna «${name}»`);
  return row[place];
}

/** @param {number} n */
export const decimal = (n) => n.toLocaleString("it-IT");
