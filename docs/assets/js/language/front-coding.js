// @ts-check
// Decode lists of words that scripts/model/front_coding.py has compressed.

/**
 * Decode front-coded words.
 * Each begins with a capital, the length of the prefix shared with the word before.
 * @param {string} text
 */
export function frontDecoded(text) {
  let before = "";
  return text.split(/(?=[A-Z])/).map((part) => (before = before.slice(0, part.charCodeAt(0) - 65) + part.slice(1)));
}
