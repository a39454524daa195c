// @ts-check
// When two names are the same name: case, accents, spaces and the order of the words do not count; letters always do.

const ACCENT = /(\p{L})([\u0300-\u036f]+)/gu;
const SHORT_I = "\u0438\u0306"; // й is a letter of its own, not an и with an accent

/** @type {Map<string, string[]>} names are few and asked for at every letter typed */
const known = new Map();

/** The words of a name as they are compared, in every script: «ROSSI Nicolò» → ["rossi", "nicolo"]. @param {string} text */
function nameWords(text) {
  const before = known.get(text);
  if (before) return before;
  const plain = text
    .normalize("NFKD")
    .replace(ACCENT, (whole, letter, marks) => ((letter + marks).toLowerCase() === SHORT_I ? whole : letter))
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replace(/['’ʼ`´]/gu, "");
  const found = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [plain.trim()];
  if (known.size > 5000) known.clear();
  known.set(text, found);
  return found;
}

/** @type {WeakMap<string[], string>} */
const keys = new WeakMap();

/** What two spellings of one name have in common. @param {string} name */
export function nameKey(name) {
  const own = nameWords(name);
  if (!keys.has(own)) keys.set(own, [...own].sort().join(" "));
  return keys.get(own) ?? "";
}

/** Whether somebody who types `typed` may mean `name`: every word of the shorter one begins a word of the other. @param {string} typed @param {string} name */
export function similar(typed, name) {
  const [few, many] = [nameWords(typed), nameWords(name)].sort((a, b) => a.length - b.length);
  if (!few[0]) return false;
  const left = [...many];
  return few.every((word) => {
    const at = left.findIndex((other) => other.startsWith(word) || word.startsWith(other));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}
