// Decode lists of words that scripts/model/front_coding.py has compressed.

/**
 * Return the words of a front-coded text.
 * Each begins with a capital letter for the length of the prefix shared with the word before: A = 0, B = 1.
 * @param {string} text @returns {string[]}
 */
export function frontDecoded(text) {
  let before = "";
  return text.split(/(?=[A-Z])/).map((part) => (before = before.slice(0, part.charCodeAt(0) - 65) + part.slice(1)));
}
