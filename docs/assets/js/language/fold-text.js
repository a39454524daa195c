// Fold a text to lower case without accents and signs.

/**
 * Fold a text to lower case, without accents and signs: «L’ha vista più volte» → «l ha vista piu volte».
 * @param {string} text
 */
export function fold(text) {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
