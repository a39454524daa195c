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

/**
 * Make an element with classes, attributes and children: `el("a.tasto", {href: "…"}, "words")`.
 * Attributes may be left out. `onclick` and the like are listeners; an attribute that is `false`, `null` or `undefined`
 * is left out.
 * @type {import("./dom-types.d.ts").MakeElement}
 */
export const el = (tag, ...parts) => {
  const [name, ...classes] = tag.split(".");
  const drawn = name === "svg" || name === "path";
  const node = drawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  if (classes.length) node.setAttribute("class", classes.join(" "));
  const [first] = parts;
  const given = first && typeof first === "object" && !(first instanceof Node);
  for (const [attribute, value] of Object.entries(given ? first : {})) {
    if ((value ?? false) === false) continue;
    if (attribute.startsWith("on")) node.addEventListener(attribute.slice(2), value);
    else node.setAttribute(attribute, value === true ? "" : value);
  }
  node.append(.../** @type {(Node | string)[]} */ (parts.slice(given ? 1 : 0).filter(Boolean)));
  return /** @type {any} */ (node);
};
