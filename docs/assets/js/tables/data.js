// @ts-check
// I dati dei calcoli: tabelle, numeri e citazioni generati dalle edizioni. Nessun numero dei regolamenti sta nel codice.

/** @typedef {{min: number, max: number | null}} Range */
/** @typedef {string | number | boolean | Range | null} Cell */
/** @typedef {{title: string, columns: {name: string, type: string}[], rows: Cell[][]}} Table */
/** @typedef {{citation: string, url: string, text: string}} Source */
/** @typedef {{tables: Record<string, Table>, values: Record<string, number>, sources: Record<string, Source>}} Data */

/** La radice del sito, qualunque sia la cartella in cui sta. */
export const base = new URL("../../../", import.meta.url);

/** @type {Promise<Data> | undefined} */
let loading;

/** I dati dei calcoli; un errore di rete si può ritentare. */
export function load() {
  loading ??= fetch(new URL("tabelle/calcoli.json", base)).then((answer) => {
    if (!answer.ok) throw new Error(`calcoli.json: ${answer.status}`);
    return answer.json();
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

/** @param {Data} data @param {string} name @returns {Table} */
export function table(data, name) {
  const found = data.tables[name];
  if (!found) throw new Error(`Manca la tabella ${name}`);
  return found;
}

/** @param {Data} data @param {string} name @returns {number} */
export function value(data, name) {
  const found = data.values[name];
  if (found === undefined) throw new Error(`Manca il valore ${name}`);
  return found;
}

/** @param {Cell} cell @param {number} n */
function covers(cell, n) {
  if (typeof cell === "number") return cell === n;
  return typeof cell === "object" && cell !== null && n >= cell.min && (cell.max === null || n <= cell.max);
}

/** La riga la cui prima cella comprende `n`, o null. @param {Table} table @param {number} n */
export function rowFor(table, n) {
  return table.rows.find((row) => covers(row[0], n)) ?? null;
}

/** Da dove a dove arriva la prima colonna. @param {Table} table @returns {{from: number, to: number | null}} */
function extent(table) {
  const lows = table.rows.map(([cell]) => (typeof cell === "object" && cell ? cell.min : Number(cell)));
  const highs = table.rows.map(([cell]) => (typeof cell === "object" && cell ? cell.max : Number(cell)));
  const to = highs.includes(null) ? null : Math.max(.../** @type {number[]} */ (highs));
  return { from: Math.min(...lows), to };
}

/** Come lo dice una persona quando la tabella tace. @param {Table} table @param {number} n @param {string} [what] */
export function silence(table, n, what = "giocatori") {
  const { from, to } = extent(table);
  const reach = to === null ? `comincia da ${from} ${what}` : `va da ${from} a ${to} ${what}`;
  return `La tabella ${reach}: per ${n} non dice niente.`;
}

/** 0.6667 → «0,667»; 0.5 → «0,5». @param {number} n @param {number} [digits] */
export function decimal(n, digits = 3) {
  return n.toLocaleString("it-IT", { maximumFractionDigits: digits });
}

/** 2400 → «2.400 $». @param {Cell} n */
export function dollars(n) {
  return `${Number(n).toLocaleString("it-IT", { useGrouping: "always" })}\u00a0$`;
}
