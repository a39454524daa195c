// @ts-check
/** La radice del sito, qualunque sia la cartella in cui sta. */
export const base = new URL("../../", import.meta.url);
