// @ts-check
// Quello che il telefono ricorda delle regole: i segnalibri e le ultime aperte.

/** @typedef {{id: string, citation: string, text: string, at: number}} Kept */
/** @typedef {{id: string, citation: string, text: string}} Shown */
/** @typedef {{version: 1, bookmarks: Kept[], recent: Kept[]}} Mine */

const KEY = "prontuario.regole";
const RECENT = 6;
const LENGTH = 120;

/** @returns {Mine} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (found.version === 1 && Array.isArray(found.bookmarks) && Array.isArray(found.recent)) return found;
  } catch {
    // niente memoria, o dati rovinati: si comincia da capo
  }
  return { version: 1, bookmarks: [], recent: [] };
}

/** @param {Mine} mine */
function write(mine) {
  try {
    localStorage.setItem(KEY, JSON.stringify(mine));
  } catch {
    // senza memoria vale per questa pagina
  }
}

/** @param {Shown} rule @returns {Kept} */
function kept({ id, citation, text }) {
  const short = text.length > LENGTH ? `${text.slice(0, LENGTH).replace(/\s\S*$/, "")}…` : text;
  return { id, citation, text: short, at: Date.now() };
}

export const bookmarks = async () => read().bookmarks;
export const recent = async () => read().recent;

/** @param {string} id */
export const isBookmarked = async (id) => read().bookmarks.some((one) => one.id === id);

/** Mette o toglie il segnalibro; dice se adesso c’è. @param {Shown} rule */
export async function toggleBookmark(rule) {
  const mine = read();
  const others = mine.bookmarks.filter((one) => one.id !== rule.id);
  const had = others.length < mine.bookmarks.length;
  write({ ...mine, bookmarks: had ? others : [kept(rule), ...others] });
  return !had;
}

/** Annota che una regola è stata aperta. @param {Shown} rule */
export async function remember(rule) {
  const mine = read();
  const others = mine.recent.filter((one) => one.id !== rule.id);
  write({ ...mine, recent: [kept(rule), ...others].slice(0, RECENT) });
}
