// @ts-check
// Quello che serve a ogni pagina: dove sta il sito, e un elemento nuovo.

/** La radice del sito, qualunque sia la cartella in cui sta. */
export const base = new URL("../../", import.meta.url);

/** L’indirizzo intero di una pagina: «/mtr/2/#mtr-2.5» o «libri/». @param {string} url */
export const address = (url) => new URL(url.replace(/^\//, ""), base).href;

/** Un pezzo d’indirizzo in chiaro; com’è scritto, se è scritto male. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Takes away the punctuation that a chat or a sentence has glued to the end of a link. @param {string} text */
export const unglued = (text) => text.replace(/[)\]}>»”’"'.,;:!?…*]+$/, "");

/** @typedef {HTMLElementTagNameMap & Pick<SVGElementTagNameMap, "svg" | "path">} Elements */

/**
 * Un elemento con attributi e figli: `el("a", {href: "…"}, "parole")`. `onclick` e simili sono ascoltatori; un attributo
 * `false`, `null` o `undefined` non c’è. Anche i disegni: `el("svg", {…}, el("path", {d: "…"}))`.
 * @template {keyof Elements} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {Elements[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const drawn = tag === "svg" || tag === "path";
  const node = /** @type {Elements[K]} */ (
    drawn ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag)
  );
  for (const [name, value] of Object.entries(attributes)) {
    if ((value ?? false) === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(.../** @type {(Node | string)[]} */ (children.filter(Boolean)));
  return node;
}
