// Tell whether two spellings are, or may be, the same name.
// Case, accents, apostrophes and the order of words do not count; letters do.

const ACCENT = /(\p{L})([\u0300-\u036f]+)/gu;
const SHORT_I = "\u0438\u0306"; // й is a letter of its own, not an и with an accent

/** @type {Map<string, string[]>} names are few and asked for at every letter typed */
const known = new Map();

/**
 * Split a name into comparable words, in any script: «ROSSI Nicolò» → rossi, nicolo.
 * @param {string} text @returns {string[]}
 */
function nameWords(text) {
  const before = known.get(text);
  if (before) return before;
  const plain = text
    .replace(/´/g, "'") // its wide form is a space with an accent
    .normalize("NFKD")
    .replace(ACCENT, (whole, letter, marks) => ((letter + marks).toLowerCase() === SHORT_I ? whole : letter))
    .normalize("NFC")
    .toUpperCase()
    .toLowerCase()
    .replace(/\p{Cf}|['’‘‛ʼʹ′＇\u0060´]/gu, "");
  const found = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [plain.trim()];
  if (known.size > 5000) known.clear();
  known.set(text, found);
  return found;
}

/** Return words in alphabetical order, as one text. @param {string[]} words */
const sorted = (words) => [...words].sort().join(" ");

/**
 * Return the key of a name: its words without case, accents and apostrophes, sorted.
 * «ROSSI Nicolò» and «nicolo rossi» → «nicolo rossi». Initials («m rossi») and joined words («damico» for «d amico»)
 * have keys of their own: see `variant`.
 * @param {string} name
 */
export const nameKey = (name) => sorted(nameWords(name));

/**
 * Tell whether `typed` may mean `name`: each word of the shorter begins a word of the other, or the other way round.
 * @param {string} typed @param {string} name
 */
export function similar(typed, name) {
  const [few, many] = [nameWords(typed), nameWords(name)].sort((a, b) => a.length - b.length);
  if (!few[0]) return false;
  return paired(few, many, (word, other) => other.startsWith(word) || word.startsWith(other));
}

/**
 * Tell whether each word fits another of its own. @param {string[]} words @param {string[]} others
 * @param {(word: string, other: string) => boolean} fits
 */
function paired(words, others, fits) {
  const left = [...others];
  return words.every((word) => {
    const at = left.findIndex((other) => fits(word, other));
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}

/**
 * Return the texts by which a name's variants are found: its letters, and its words' initials, sorted.
 * @param {string} key what `nameKey` returned @returns {string[]}
 */
export const marks = (key) => [
  `letters ${[...key.replace(/ /g, "")].sort().join("")}`,
  `initials ${sorted(key.split(" ").map((word) => [...word][0] ?? ""))}`
];

/**
 * Tell whether two keys may be variants of one name.
 * Words written as one («d amico», «damico»), or initials («m rossi», «mario rossi»).
 * @param {string} a @param {string} b
 */
export function variant(a, b) {
  const [few, many] = [a.split(" "), b.split(" ")].sort((x, y) => x.length - y.length);
  if (many.length > 6 || few[0] === "") return false;
  return few.length === many.length ? initials(few, many) : merged(many, few.length, sorted(few));
}

/**
 * Tell whether joining some words gives the wanted ones.
 * @param {string[]} words @param {number} count how many words are wanted
 * @param {string} wanted sorted, as one text @returns {boolean}
 */
function merged(words, count, wanted) {
  if (words.length === count) return sorted(words) === wanted;
  return words.some((word, i) =>
    words.some(
      (next, j) =>
        i !== j &&
        wanted.includes(word + next) &&
        merged([...words.filter((_, k) => k !== i && k !== j), word + next], count, wanted)
    )
  );
}

/**
 * Tell whether the words that differ are initials of each other, at least one whole word being equal.
 * @param {string[]} some @param {string[]} others
 */
function initials(some, others) {
  const left = [...others];
  const rest = some.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const whole = some.filter((word) => !rest.includes(word) && [...word].length > 1);
  if (!rest.length || !whole.length) return false;
  return paired(rest, left, ([first, ...word], [same, ...other]) => first === same && !(word.length && other.length));
}
