// Give the focus to what is nearest to a place that has gone.
const HEADS = "h1, h2, h3";

/**
 * Focus the first heading, button or link of the nearest element that is still there. Left on nothing, who listens to the
 * page would begin again from its top.
 * @param {EventTarget[]} path what was tapped and the elements around it, from the inside out
 */
export function focusNearest(path) {
  for (const around of path) {
    if (!(around instanceof Element && around.isConnected)) continue;
    const parts = Array.from(around.querySelectorAll(`${HEADS}, button, a[href]`));
    const near = parts.find((e) => e.getClientRects().length && !e.closest("[inert], .testata, .salta"));
    if (!(near instanceof HTMLElement)) continue;
    if (near.matches(HEADS)) near.tabIndex = -1;
    return near.focus({ preventScroll: true });
  }
}
