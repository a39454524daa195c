// Enlarge a clock's figures to fill their box.

/** Set the largest font size at which an element's text fits its box. @param {HTMLElement} node */
export function fit(node) {
  node.style.fontSize = "100px";
  const wide = node.scrollWidth > node.clientWidth ? node.scrollWidth : widthOf(node);
  const box = /** @type {HTMLElement} */ (node.parentElement);
  const style = getComputedStyle(box);
  const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const high = innerHeight * (document.fullscreenElement ? 0.5 : 0.4);
  node.style.fontSize = `${Math.floor(Math.min((room / wide) * 98, high))}px`;
}

/** Return the width of an element's text in pixels; at least 1. @param {HTMLElement} node */
function widthOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect().width || 1;
}
