// Encode QR codes: byte mode (UTF-8), level M, versions 1 to 15; up to 412 bytes.
import { el } from "./create-element.js";

/** By version from 1: correction codewords per block, then for each group its blocks and their data codewords. */
const BLOCKS = (
  "10 1 16|16 1 28|26 1 44|18 2 32|24 2 43|16 4 27|18 4 31|22 2 38 2 39|22 3 36 2 37|" +
  "26 4 43 1 44|30 1 50 4 51|22 6 36 2 37|22 8 37 1 38|24 4 40 5 41|24 5 41 5 42"
)
  .split("|")
  .map((version) => version.split(" ").map(Number));

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
/** Multiply two bytes in the Galois field GF(256) of QR codes. @param {number} a @param {number} b */
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** Return a block's error correction codewords (Reed–Solomon). @param {number[]} data @param {number} count how many */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((c, k) => (next[k + 1] ^= times(c, EXP[i])));
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    if (factor) generator.forEach((c, k) => (rest[i + k] ^= times(c, factor)));
  }
  return rest.slice(data.length);
}

/** Return how many data codewords each block of a version has. @param {number} version */
function lengths(version) {
  const [, ...groups] = BLOCKS[version - 1];
  return groups.flatMap((blocks, i) => (i % 2 ? [] : new Array(blocks).fill(groups[i + 1])));
}

/**
 * Encode bytes as a version's codewords: data, then correction, interleaved. @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  const sizes = lengths(version);
  const capacity = sizes.reduce((a, b) => a + b, 0);
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((b) => put(b, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  /** @type {number[]} */
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);

  let start = 0;
  const blocks = sizes.map((size) => data.slice(start, (start += size)));
  const [count] = BLOCKS[version - 1];
  const corrections = blocks.map((block) => correction(block, count));
  const out = [];
  for (let i = 0; i < Math.max(...sizes); i++) for (const block of blocks) if (i < block.length) out.push(block[i]);
  for (let i = 0; i < count; i++) for (const block of corrections) out.push(block[i]);
  return out;
}

/**
 * Append the remainder of a division by `poly` (BCH code), for format and version bits.
 * @param {number} value @param {number} bits length of `value` in bits @param {number} poly
 * @param {number} degree of `poly`
 */
function bch(value, bits, poly, degree) {
  let rest = value << degree;
  for (let i = bits - 1; i >= 0; i--) if ((rest >> (i + degree)) & 1) rest ^= poly << i;
  return (value << degree) | rest;
}

/** @type {((r: number, c: number) => number)[]} */
const MASKS = [
  (r, c) => (r + c) % 2,
  (r) => r % 2,
  (_, c) => c % 3,
  (r, c) => (r + c) % 3,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2,
  (r, c) => ((r * c) % 2) + ((r * c) % 3),
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2
];

/**
 * Return the modules (squares) of a version by row: 1 dark, 0 light, `null` where data go.
 * Finder, timing and alignment patterns are drawn; the format bits are still 0.
 * @param {number} version @returns {(0|1|null)[][]}
 */
function frame(version) {
  const size = 17 + 4 * version;
  const m = Array.from({ length: size }, () => new Array(size).fill(null));
  /**
   * Fill a square around row `r`, column `c`: `dark` returns 1 or 0 by a module's distance from there.
   * @param {number} r @param {number} c @param {number} reach @param {(d: number) => number} dark
   */
  const ring = (r, c, reach, dark) => {
    for (let dr = -reach; dr <= reach; dr++)
      for (let dc = -reach; dc <= reach; dc++) {
        if (m[r + dr]?.[c + dc] !== undefined) m[r + dr][c + dc] = dark(Math.max(Math.abs(dr), Math.abs(dc)));
      }
  };
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3]
  ])
    ring(r, c, 4, (d) => +(d !== 2 && d !== 4));
  for (let i = 8; i < size - 8; i++) m[6][i] = m[i][6] = 1 - (i % 2);
  const middle = version < 7 ? [] : version < 14 ? [2 * version + 8] : [26, 2 * version + 18];
  const places = version > 1 ? [6, ...middle, size - 7] : []; // of the alignment patterns
  for (const r of places)
    for (const c of places) {
      const corner = (r === 6 && c === 6) || (r === 6 && c === size - 7) || (r === size - 7 && c === 6);
      if (!corner) ring(r, c, 2, (d) => +(d !== 1));
    }
  for (let i = 0; i < 9; i++) {
    m[8][i] ??= 0;
    m[i][8] ??= 0;
    if (i < 8) {
      m[8][size - 1 - i] = 0;
      m[size - 1 - i][8] = 0;
    }
  }
  m[size - 8][8] = 1;
  if (version >= 7) {
    const info = bch(version, 6, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const r = Math.floor(i / 3);
      const c = size - 11 + (i % 3);
      m[r][c] = m[c][r] = (info >> i) & 1;
    }
  }
  return m;
}

/**
 * Write the format bits (level M and the mask's number) into the modules.
 * @param {(0|1|null)[][]} m @param {number} mask 0 to 7
 */
function putFormat(m, mask) {
  const size = m.length;
  const info = bch(mask, 5, 0x537, 10) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const bit = /** @type {0|1} */ ((info >> i) & 1);
    if (i < 6) m[i][8] = bit;
    else if (i < 8) m[i + 1][8] = bit;
    else m[size - 15 + i][8] = bit;
    if (i < 8) m[8][size - 1 - i] = bit;
    else if (i < 9) m[8][7] = bit;
    else m[8][14 - i] = bit;
  }
}

/** Return the penalty points of a masked code; lower is easier to read. @param {(0|1|null)[][]} m */
function badness(m) {
  const size = m.length;
  let score = 0;
  const columns = m[0].map((_, c) => m.map((row) => row[c]));
  for (const line of [...m, ...columns]) {
    for (let i = 0; i < size;) {
      let j = i;
      while (j < size && line[j] === line[i]) j++;
      if (j - i >= 5) score += j - i - 2;
      i = j;
    }
    const text = line.join("");
    for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
      // four light modules before or after; outside the code all is light
      const before = text.slice(Math.max(0, at - 4), at);
      const after = text.slice(at + 7, at + 11);
      if (!before.includes("1") || !after.includes("1")) score += 40;
    }
  }
  let dark = 0;
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      dark += m[r][c] ? 1 : 0;
      if (r && c && m[r][c] === m[r - 1][c] && m[r][c] === m[r][c - 1] && m[r][c] === m[r - 1][c - 1]) score += 3;
    }
  return score + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}

/**
 * Return the modules of a text's QR code by row: 1 dark, 0 light; throws RangeError above 412 bytes.
 * @param {string} text @returns {number[][]}
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  const fits = () => 4 + (version < 10 ? 8 : 16) + 8 * bytes.length <= 8 * lengths(version).reduce((a, b) => a + b, 0);
  while (!fits()) if (++version > BLOCKS.length) throw new RangeError("testo troppo lungo per un codice QR");
  const words = codewords(bytes, version);
  const empty = frame(version);
  const size = empty.length;
  /** @type {[number, number][]} */
  const path = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++)
      for (const c of [right, right - 1]) {
        const r = up ? size - 1 - i : i;
        if (empty[r][c] === null) path.push([r, c]);
      }
  }
  /** @type {(0|1|null)[][] | null} */
  let best = null;
  let lowest = Infinity;
  MASKS.forEach((mask, number) => {
    const m = empty.map((row) => [...row]);
    path.forEach(([r, c], i) => {
      const bit = i >> 3 < words.length ? (words[i >> 3] >> (7 - (i & 7))) & 1 : 0;
      m[r][c] = /** @type {0|1} */ (bit ^ (mask(r, c) === 0 ? 1 : 0));
    });
    putFormat(m, number);
    const score = badness(m);
    if (score < lowest) [best, lowest] = [m, score];
  });
  return /** @type {number[][]} */ (/** @type {unknown} */ (best));
}

/**
 * Return a text's QR code as SVG with its quiet zone, black on white in the dark scheme too.
 * Throws RangeError above 412 bytes.
 * @param {string} text @param {string} label what screen readers say
 */
export function qrSvg(text, label) {
  const modules = qrModules(text);
  const size = modules.length + 8;
  const dark = modules
    .map((row, r) => row.map((bit, c) => (bit ? `M${c + 4} ${r + 4}h1v1h-1z` : "")).join(""))
    .join("");
  const look = {
    class: "qr",
    viewBox: `0 0 ${size} ${size}`,
    role: "img",
    "aria-label": label,
    "shape-rendering": "crispEdges"
  };
  return el(
    "svg",
    look,
    el("path", { fill: "#fff", d: `M0 0h${size}v${size}H0z` }),
    el("path", { fill: "#000", d: dark })
  );
}
