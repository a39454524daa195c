// @ts-check
// The event's name: written when somebody has typed it, also if the page is closed first; never over another's.
import { button } from "../page-controls.js";
import { el } from "../dom.js";
import { openPast } from "./events-panel.js";
import { enter, readable, registro, thisDay } from "./log-in-memory.js";
import { current, likeNew, newEvent, stale, writingTo } from "./penalty-event.js";
import { typedName } from "./phone-settings.js";
import { eventName } from "./shared-widgets.js";
import { act, say } from "./status-line.js";
/** @import { Event } from "./types.d.ts" */

export const naming = el("input", { autocomplete: "off", oninput: typed, onchange: writeName });
export const nameQuestion = el("div", { role: "alert" });
let dirty = false;

/** Keeps what is typed where another page finds it. */
function typed() {
  dirty = true;
  typedName.set({ event: writingTo(), was: current()?.name ?? "", name: naming.value.trim() });
}

/** Writes the name, if somebody has typed one. */
export function writeName() {
  if (!dirty) return;
  dirty = false;
  const name = naming.value.trim();
  const event = current();
  if (name === (event?.name ?? "")) return typedName.drop();
  if (event) rename(name);
  else if (name) begin(name);
}

/** @param {string} name */
function rename(name) {
  const at = writingTo();
  const { ops, written } = enter(at, { t: "named", name, day: stale() ? "" : thisDay() });
  written.then((done) => done && typedName.drop());
  say("Nome dell’evento salvato.", written, { ops: ops.map((op) => op.id), event: at });
}

/** Begins an event; where there is one with which it could be mistaken it asks first. @param {string} name */
function begin(name) {
  const [like] = likeNew(name);
  const fresh = () => {
    const begun = newEvent(name);
    begun.choose();
    act(begun.event, "Nome dell’evento salvato.", ...begun.drafts);
    typedName.drop();
  };
  if (!like) return fresh();
  const answered = (/** @type {() => void} */ then) => () => {
    nameQuestion.replaceChildren();
    then();
  };
  nameQuestion.replaceChildren(
    el(
      "div",
      { class: "chiede" },
      el("p", {}, `Su questo dispositivo c’è già «${eventName(like)}», chiuso o di oggi.`),
      el(
        "p",
        { class: "tasti" },
        button(
          `Apri «${eventName(like)}»`,
          answered(() => (typedName.drop(), openPast(like)))
        ),
        button("È un altro evento", answered(fresh))
      )
    )
  );
}

/** Shows the open event's name, unless somebody is typing another. @param {Event | null} event */
export function showName(event) {
  if (event) nameQuestion.replaceChildren();
  if (!dirty && nameQuestion.childElementCount === 0) naming.value = event?.name ?? "";
  naming.placeholder = event && !event.name ? eventName(event) : "";
}

/** Writes the name that was typed in a page that is gone, if nobody has named the event meanwhile. */
export function recoverName() {
  const left = typedName.get();
  if (!left || !readable()) return;
  const event = left.event ? registro().events.get(left.event) : null;
  if (left.event && left.event === writingTo() && event && event.name === left.was && left.name !== left.was)
    return rename(left.name);
  typedName.drop();
  if (left.event || current() || !left.name) return;
  naming.value = left.name;
  dirty = true;
  writeName();
}

/** Writes the name when one goes elsewhere. */
export function setUpNaming() {
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && writeName());
  addEventListener("pagehide", writeName);
}
