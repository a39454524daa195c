// @ts-check
// Load a scripted calculation's data: tables, numbers, citations.
// From the editions. No number of a rulebook is in code.
import { base } from "../dom.js";

/** @import { Cell, Data, Table } from "./types.d.ts" */

/** Load the data of a calculation. @param {string} name @returns {Promise<Data>} */
export async function load(name) {
  const answer = await fetch(new URL(`tabelle/${name}.json`, base));
  if (!answer.ok) throw new Error(`${name}.json: ${answer.status}`);
  return answer.json();
}

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
