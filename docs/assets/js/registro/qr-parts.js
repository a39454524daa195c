// Split the log into the addresses of QR codes, and put codes read in any order together again.
import { address } from "../site-url.js";
import { checkedOp } from "./operations.js";
import { shared } from "./indexeddb.js";
/** @import { CodeParts, Op } from "./types" */

const ROOM = 400; // bytes in a code, its address included: the finest that a camera still reads off a screen
const MOST = 4e6; // bytes of a log that comes by codes: some ten thousand penalties
export const MARK = "#q="; // in the fragment: what it carries reaches no server
export const PARTS = "parts"; // each code may open a page of its own: the parts wait where all find them

/** Return a 64-bit hash of a text, in base 36. @param {string} text */
export function shortHash(text) {
  const part = (/** @type {number} */ hash) => {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(36);
  };
  return part(0x811c9dc5) + part(0x1000193 ^ text.length);
}

/**
 * Compress or decompress bytes.
 * Throws RangeError beyond 4 MB: an address made on purpose could fill the phone's memory.
 * @param {Uint8Array<ArrayBuffer>} bytes @param {"CompressionStream" | "DecompressionStream"} way
 */
async function through(bytes, way) {
  const pieces = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new globalThis[way]("deflate-raw")).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > MOST) {
      reader.cancel().catch(() => {});
      throw new RangeError("troppo");
    }
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/**
 * Return the addresses of the QR codes that hold operations.
 * Throws RangeError above 999 codes, or if the browser cannot compress.
 * @param {Op[]} ops @returns {Promise<string[]>}
 */
export async function addresses(ops) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(ops)), "CompressionStream");
  const text = btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  const start = `${address("registro/")}${MARK}${shortHash(text)}.`;
  const room = ROOM - start.length - "999.999.".length;
  const count = Math.ceil(text.length / room);
  if (count > 999) throw new RangeError("troppi codici");
  return Array.from({ length: count }, (_, i) => `${start}${i + 1}.${count}.${text.slice(i * room, (i + 1) * room)}`);
}

/** @type {CodeParts | null} where the phone keeps nothing they last as long as the page */
let here = null;

/**
 * Keep the part of a log that a code's address holds; return all parts kept.
 * Null if the address is no such code.
 * @param {string} address @returns {Promise<CodeParts | null>}
 */
export async function withPart(address) {
  const found = /#q=([a-z0-9]+)\.(\d{1,3})\.(\d{1,3})\.([\w-]+)$/.exec(address);
  if (!found) return null;
  const [, session, i, n, data] = found;
  const count = Number(n);
  const add = (/** @type {CodeParts | null | undefined} */ last) => {
    const all = last?.session === session && last.count === count ? last : { session, count, parts: {} };
    if (Number(i) >= 1 && Number(i) <= count) all.parts[Number(i)] = data;
    return all;
  };
  here = await shared(PARTS, add).catch(() => add(here));
  return here;
}

/**
 * Return the operations of a complete set of codes; throws if the parts do not fit together.
 * @param {CodeParts} parts @returns {Promise<Op[]>}
 */
export async function assembled({ session, count, parts }) {
  const text = Array.from({ length: count }, (_, i) => parts[i + 1]).join("");
  if (shortHash(text) !== session) throw new TypeError("i codici non corrispondono fra loro");
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const rows = JSON.parse(new TextDecoder().decode(await through(bytes, "DecompressionStream")));
  return rows.map(checkedOp);
}
