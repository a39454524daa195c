// @ts-check
// Parole e lettere: una forma sola, quanto due parole distano, quanto due nomi si somigliano. search/language/spelling.py.

/** «L’ha guardata più volte» → «l ha guardata piu volte». @param {string} text */
export function fold(text) {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** «1º maggio 2014»: il primo del mese ha il suo segno, come nelle pagine (scripts/model/italian.py). @param {Date} date */
export const longDate = (date) => date.toLocaleDateString("it-IT", { dateStyle: "long" }).replace(/^1 /, "1º ");

/** Lettere da aggiungere, togliere, cambiare o scambiare (vicine) per fare di una parola l’altra; `limit` + 1 se sono di più. @param {string} a @param {string} b @param {number} [limit] */
export function distance(a, b, limit = 99) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const following = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2] + 1);
      following.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    before = row;
    row = following;
  }
  return Math.min(row[row.length - 1], limit + 1);
}

/** @param {string} text @returns {Set<string>} */
export function bigrams(text) {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, n) => text.slice(n, n + 2)));
}

/** Da 0 a 1: quante coppie di lettere hanno in comune. @param {Set<string>} a @param {Set<string>} b */
export function alike(a, b) {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return (2 * common) / Math.max(1, a.size + b.size);
}

/**
 * La più vicina fra le cose note a una scritta male.
 * @template T
 * @param {string} given @param {T[]} known @param {(one: T) => string[]} names @returns {T | undefined}
 */
export function nearest(given, known, names) {
  const wanted = fold(given);
  const far = (/** @type {T} */ one) =>
    Math.min(
      ...names(one).map((name) => {
        const other = fold(name);
        const inside = wanted.length > 3 && (other.includes(wanted) || (other.length > 3 && wanted.includes(other)));
        return inside ? 0.2 : distance(wanted, other) / Math.max(1, wanted.length, other.length);
      }),
    );
  return [...known].sort((a, b) => far(a) - far(b))[0];
}
