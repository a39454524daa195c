// @ts-check
// Convert Registri of earlier versions into operations, row by row.
// A list in localStorage, a file of version 1. Pure, and the same rows make the same operations: whoever takes them
// over twice, or on two phones, has them once.
import { checkedOp } from "./operation-log.js";
import { nameKey } from "./name-matching.js";

/** @import { Op, Aside } from "./types.d.ts" */

/** Hash a text to 64 bits, as a short string. @param {string} text */
export function shortHash(text) {
  const part = (/** @type {number} */ hash) => {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(36);
  };
  return part(0x811c9dc5) + part(0x1000193 ^ text.length);
}

/**
 * Split rows into those that `check` accepts and those it throws on.
 * @template T
 * @param {unknown[]} rows
 * @param {(row: any) => T} check
 * @param {string} from where they were
 */
export function sifted(rows, check, from) {
  /** @type {T[]} */
  const good = [];
  /** @type {Aside[]} */
  const aside = [];
  for (const row of rows) {
    try {
      good.push(check(row));
    } catch (error) {
      aside.push({ text: JSON.stringify(row), from, why: /** @type {Error} */ (error).message });
    }
  }
  return { good, aside };
}

/**
 * Return the old rows as operations, and those that fail.
 * @param {unknown[]} rows @param {string} name the event's @param {string} from where they were
 * @returns {{ops: Op[], aside: Aside[]}}
 */
export function convert(rows, name, from) {
  /** @type {Op[]} */
  const ops = [];
  const { good, aside } = sifted(rows, checkedRow, from);
  if (!good.length) return { ops, aside };
  good.sort((a, b) => (a.time < b.time ? -1 : 1));
  const event = `v1.${shortHash(name || good[0].id + good[0].time)}`;
  const head = (/** @type {any} */ of, /** @type {string} */ at) => ({
    id: `v1.${at}.${shortHash(JSON.stringify(of))}`,
    dev: "v1",
    l: 1,
    at,
    event
  });
  const add = (/** @type {any} */ draft, /** @type {string} */ at) =>
    ops.push(checkedOp({ ...head([event, draft], at), ...draft }));
  const days = [...new Set(good.map((row) => localDay(row.time)))];
  for (const day of days) add({ t: "named", name, day }, good[0].time);
  const known = new Set();
  for (const row of good) {
    const player = `v1.${shortHash(`${event} ${nameKey(row.player)}`)}`;
    if (!known.has(player)) add({ t: "player", player, name: row.player, number: "" }, row.time);
    known.add(player);
    const { id, changed, ...fields } = row;
    const also = row.also.map((/** @type {string} */ p) => ({ id: p, title: "" }));
    add({ t: "given", entry: id, ...fields, player, also, led: [], worked: "", reason: "" }, row.time);
  }
  return { ops, aside };
}

/** @type {Record<string, string>} */
const NEEDED = { id: "id", time: "ora", book: "gioco", player: "giocatore", penalty: "penalità" };

/** @param {any} row */
function checkedRow(row) {
  if (typeof row !== "object" || row === null) throw new TypeError("la riga non è una penalità");
  for (const [field, name] of Object.entries(NEEDED))
    if (typeof row[field] !== "string" || !row[field].trim()) throw new TypeError(`manca «${name}»`);
  if (Number.isNaN(Date.parse(row.time))) throw new TypeError(`l’ora «${row.time}» non è un’ora`);
  const also = Array.isArray(row.also) ? row.also.filter((/** @type {unknown} */ x) => typeof x === "string") : [];
  return { ...row, player: row.player.trim(), also };
}

/** Format a time's local day: 2026-01-10. @param {string | Date} time */
export function localDay(time) {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** Read the localStorage of any version. @param {string} text @returns {{ops: Op[], aside: Aside[]}} */
export function fromMemory(text) {
  const from = "il vecchio Registro";
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { ops: [], aside: [{ text, from, why: "non si legge" }] };
  }
  const rows = Array.isArray(value) ? value : value?.entries;
  if (!Array.isArray(rows)) return { ops: [], aside: value === null ? [] : [{ text, from, why: "non è un Registro" }] };
  return convert(rows, typeof value.event === "string" ? value.event : "", from);
}
