// Make addresses of the site, and clean those that come from outside.

/** The address of the site's root. */
export const base = new URL("../../", import.meta.url);

/** Return the full address of a page: '/mtr/2/#mtr-2.5' or 'libri/'. @param {string} url */
export const address = (url) => new URL(url.replace(/^\//, ""), base).href;

/** Decode percent escapes; return a malformed text unchanged. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Remove punctuation that a chat or sentence added to a link's end. @param {string} text */
export const unglued = (text) => text.replace(/[)\]}>»”’"'.,;:!?…*]+$/, "");
