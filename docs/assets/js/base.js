// @ts-check
/** La radice del sito, qualunque sia la cartella in cui sta. */
export const base = new URL("../../", import.meta.url);

/** Un pezzo d’indirizzo in chiaro; com’è scritto, se è scritto male. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
