// Edit the event's name, which is recorded even if the page is closed while it is typed.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { openPast } from "./events-panel.js";
import { readable, registro, thisDay } from "./log-store.js";
import { current, likeNew, newEvent, stale, writingTo } from "./event-for-penalty.js";
import { typedName } from "./device-state.js";
import { asking } from "./form-elements.js";
import { eventName } from "./event-label.js";
import { act } from "./undo-line.js";
/** @import { Event } from "./types" */

export const naming = el("input", { autocomplete: "off", oninput: typed, onchange: writeName });
export const nameQuestion = el("div", { role: "alert" });
let dirty = false;

/** Store the name being typed, in case the page is closed. */
function typed() {
  dirty = true;
  typedName.set({ event: writingTo(), was: current()?.name ?? "", name: naming.value.trim() });
}

/** Record the typed name: rename the open event, or begin one. */
function writeName() {
  if (!dirty) return;
  dirty = false;
  const name = naming.value.trim();
  const event = current();
  if (name === (event?.name ?? "")) return typedName.drop();
  if (event) rename(name);
  else if (name) begin(name);
}

/** Rename the open event. @param {string} name */
function rename(name) {
  const written = act(writingTo(), "Hai cambiato il nome dell’evento.", {
    t: "named",
    name,
    day: stale() ? "" : thisDay()
  });
  written.then((done) => done && typedName.drop());
}

/** Begin an event; ask first if it could be confused with another. @param {string} name */
function begin(name) {
  const [like] = likeNew(name);
  const fresh = () => {
    const begun = newEvent(name);
    begun.choose();
    act(begun.at, `Hai aperto l’evento «${name}».`, ...begun.drafts);
    typedName.drop();
  };
  if (!like) return fresh();
  const answered = (/** @type {() => void} */ then) => () => (nameQuestion.replaceChildren(), then());
  const same = answered(() => (typedName.drop(), openPast(like)));
  nameQuestion.replaceChildren(
    asking(
      `Su questo dispositivo c’è già «${eventName(like)}»: è lo stesso evento?`,
      button(`Apri «${eventName(like)}»`, same),
      button("È un altro evento", answered(fresh))
    )
  );
}

/** Show the open event's name in the field, unless another name is being typed. @param {Event | null} event */
export function showName(event) {
  if (event) nameQuestion.replaceChildren();
  if (!dirty && nameQuestion.childElementCount === 0) naming.value = event?.name ?? "";
  naming.placeholder = event && !event.name ? eventName(event) : "";
}

/** Record a name that was typed in a page closed meanwhile, unless the event was renamed since. */
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

/** Record the typed name also when the page is hidden or closed. */
export function setUpNaming() {
  addEventListener("visibilitychange", () => document.visibilityState === "hidden" && writeName());
  addEventListener("pagehide", writeName);
}
