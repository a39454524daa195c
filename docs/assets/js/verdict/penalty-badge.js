// Draw a penalty as a badge.
import { el } from "../create-element.js";

/**
 * Return a penalty's badge: its shape and title, coloured by severity.
 * @param {{title: string, step: number, shape: string}} penalty `step`: severity, for the colour; `shape`: SVG path,
 *   20×20
 */
export function penaltyBadge({ title, step, shape }) {
  const drawing = el(
    "svg.forma",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    el("path", { "fill-rule": "evenodd", d: shape })
  );
  return el("span", { class: `pen pen-${step}` }, drawing, title);
}
