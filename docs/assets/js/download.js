// Let the reader save a text as a file.
import { el } from "./create-element.js";

/**
 * Save a text as a file of the reader's.
 * @param {string} name of the file @param {string} type MIME type @param {string} text
 */
export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
