// Show a running clock's remaining time in every page's header.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { ring } from "./end-sound.js";
import { anchored, clockChanged, elapsed, leftOf, now, remaining, running } from "./clock-state.js";
const time = el("b");
const sign = el("a.corre", { href: address("orologio/") }, el("small", "Orologio"), " ", time);
/** @type {import("./types").Running | null} */
let one = null;
/** @type {import("./types").Anchor} */
let anchor;

/** Read the stored clock again, after it was started, stopped or changed. */
function start() {
  one = running();
  if (one) anchor = anchored(one, now());
  tick();
}

/** Show the time left, twice a second; ring at the end. */
function tick() {
  if (!one?.since) return sign.remove();
  if (!sign.isConnected) document.querySelector(".oggi")?.after(sign);
  const left = leftOf(one, one.side, elapsed(anchor, now()));
  const words = left > 0 ? remaining(left) : "Tempo!";
  if (words === time.textContent) return;
  if (left <= 0 && time.textContent) ring();
  time.textContent = words;
  sign.toggleAttribute("data-scaduto", left <= 0);
}

clockChanged(start);
addEventListener("pageshow", ({ persisted }) => persisted && start());
start();
setInterval(tick, 500);
