// @ts-check
// Draw a penalty's badge: its shape and its word.
import { el } from "../dom.js";

/** @param {{title: string, step: number, shape: string}} penalty */
export function penaltyBadge({ title, step, shape }) {
  const drawing = el(
    "svg.forma",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    el("path", { "fill-rule": "evenodd", d: shape })
  );
  return el("span", { class: `pen pen-${step}` }, drawing, title);
}
