// Create HTML and SVG elements.

/**
 * Make an element with classes, attributes and children: `el("a.tasto", {href: "…"}, "words")`.
 * Attributes may be left out. `onclick` and the like are listeners; an attribute that is `false`, `null` or `undefined`
 * is left out.
 * @type {import("./dom-types").MakeElement}
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
