// Write and read a decision as a link. Pure; search/http/decision_page.py reads the same.
//
//   /decisione/?r=mtr-2.5.c~8976369_v~mtr~mazzo-illegale~quando.prima~H.ammonizione.1~E.partita-persa#riga=…&nome=…
//
// `_` separates items, `~` the parts of an item: no chat or mail program escapes them. The note and the recipient are
// in the fragment, which no browser sends to a server.

import { unglued } from "../site-url.js";
/** @import { Item, Private, Unread, VerdictItem } from "./types" */

export const MOST = 20;
export const LINE_LENGTH = 300;
export const NAME_LENGTH = 60;
const ID = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
const HASH = /^[0-9a-f]{7}$/;

/** Return an item as the link writes it. @param {Item} item */
export const linkPart = (item) =>
  item.kind === "rule"
    ? item.id + (item.hash && `~${item.hash}`)
    : [
        "v",
        item.book,
        item.infraction,
        ...item.answers.map(([q, a]) => `${q}.${a}`),
        ...item.history.map(([p, n]) => `H.${p}.${n}`),
        ...(item.end.length ? [`E.${item.end.join(".")}`] : [])
      ].join("~");

/**
 * Read one item of a link; null if it is damaged.
 * @param {string} text as `linkPart` writes it @returns {Item | null}
 */
export function item(text) {
  const [first, ...rest] = text.split("~");
  if (first !== "v") {
    if (!ID.test(first) || rest.length > 1 || (rest.length && !HASH.test(rest[0]))) return null;
    return { kind: "rule", id: first, hash: rest[0] ?? "" };
  }
  const [book, infraction, ...steps] = rest;
  if (!ID.test(book ?? "") || !ID.test(infraction ?? "")) return null;
  /** @type {VerdictItem} */
  const made = { kind: "verdict", book, infraction, answers: [], history: [], end: [] };
  for (const step of steps) {
    const parts = step.split(".");
    if (!parts.slice(1).every((part) => ID.test(part))) return null;
    if (parts[0] === "E" && parts.length > 1 && parts.length < 4) made.end = parts.slice(1);
    else if (parts[0] === "H" && parts.length === 3 && /^\d{1,3}$/.test(parts[2]))
      made.history.push([parts[1], Number(parts[2])]);
    else if (ID.test(parts[0]) && parts.length === 2) made.answers.push([parts[0], parts[1]]);
    else return null;
  }
  return made;
}

/**
 * Read the items of a decision's address (`items`); those that cannot be read, and all after twenty, are in `unread`.
 * @param {string} search the address's query, '?r=…'
 */
export function parseLink(search) {
  const texts = unglued(new URLSearchParams(search).getAll("r").join("_")).split("_").filter(Boolean);
  /** @type {{items: Item[], unread: Unread[]}} */
  const found = { items: [], unread: [] };
  texts.forEach((text, at) => {
    const read = at < MOST ? item(text) : null;
    if (read) found.items.push(read);
    else found.unread.push({ given: text.slice(0, 80), place: at + 1 });
  });
  return found;
}

/** Return the query that holds the items; "" for none. @param {readonly Item[]} items */
export const query = (items) => (items.length ? `?r=${items.map(linkPart).join("_")}` : "");

/** Return the fragment that holds the note and the recipient's name; "" without both. @param {Private} own */
export function fragment({ line, name }) {
  const parts = new URLSearchParams({ ...(line && { riga: line }), ...(name && { nome: name }) }).toString();
  return parts && `#${parts}`;
}

/**
 * Read the note (`line`) and the recipient's name from an address's fragment; "" for what is missing.
 * @param {string} hash
 */
export function privately(hash) {
  const given = new URLSearchParams(hash.replace(/^#|[)\]}>»”"',;:]+$/g, "")); // a point may be the line's own
  const one = (/** @type {string} */ key, /** @type {number} */ length) =>
    (given.get(key) ?? "").replace(/\s+/g, " ").trim().slice(0, length);
  return { line: one("riga", LINE_LENGTH), name: one("nome", NAME_LENGTH) };
}
