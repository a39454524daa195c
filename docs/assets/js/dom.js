// @ts-check
// Find the site's root, and make elements.

/** Hold the address of the site's root, in whatever folder. */
export const base = new URL("../../", import.meta.url);

/** Return the full address of a page: '/mtr/2/#mtr-2.5' or 'libri/'. @param {string} url */
export const address = (url) => new URL(url.replace(/^\//, ""), base).href;

/** Decode a part of an address; return it unchanged if it is malformed. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Remove punctuation that a chat or sentence added to a link's end. @param {string} text */
export const unglued = (text) => text.replace(/[)\]}>»”’"'.,;:!?…*]+$/, "");

/** @typedef {HTMLElementTagNameMap & Pick<SVGElementTagNameMap, "svg" | "path">} Elements */

/**
 * Make an element with attributes and children: `el("a", {href: "…"}, "words")`.
 * Drawings too. `onclick` and the like are listeners; an attribute that is `false`, `null` or `undefined` is left out.
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
