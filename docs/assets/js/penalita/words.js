// @ts-check
// Le parole di un arbitro: le stesse senza accenti, maiuscole, desinenze; e quale nome somiglia di più a uno sbagliato.

const STOP = new Set(
  "a ad al allo alla ai agli alle da dal dalla dei del della di e è ed gli ha ho hanno i il in la le lo ma nel nella non per si su sul sulla un una uno che chi con o ne se suo sua sono sta gia gia' gioco".split(" "),
);
const ENDINGS = /(?:amento|imento|azione|izione|mente|ando|endo|ato|ata|ati|ate|ito|ita|iti|ite|uto|uta|uti|ute|are|ere|ire|ano|ono|[aeiou])$/;

/** «L’ha guardata più volte» → «l ha guardata piu volte». @param {string} text */
export function fold(text) {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/** @param {string} word */
export function stem(word) {
  if (word.length < 4 || /\d/.test(word)) return word;
  const short = word.replace(ENDINGS, "");
  return short.length >= 3 ? short.replace(/(?:h|i)$/, "") : word.slice(0, -1);
}

/** Le parole che contano, ridotte alla radice. @param {string} text */
export function stems(text) {
  const words = fold(text).split(" ").filter(Boolean);
  const kept = words.filter((w) => !STOP.has(w) && (w.length > 1 || /\d/.test(w)));
  return (kept.length ? kept : words).map(stem);
}

/** La distanza fra due parole (Levenshtein). @param {string} a @param {string} b */
export function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/**
 * La più vicina fra le cose note a una scritta male.
 * @template T
 * @param {string} given
 * @param {T[]} known
 * @param {(one: T) => string[]} names
 * @returns {T | undefined}
 */
export function nearest(given, known, names) {
  const wanted = fold(given);
  const far = (/** @type {T} */ one) =>
    Math.min(
      ...names(one).map((name) => {
        const n = fold(name);
        const inside = wanted.length > 3 && (n.includes(wanted) || (n.length > 3 && wanted.includes(n)));
        return inside ? 0.2 : distance(wanted, n) / Math.max(1, wanted.length, n.length);
      }),
    );
  return [...known].sort((a, b) => far(a) - far(b))[0];
}
