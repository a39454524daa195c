// @ts-check
// The event in which a penalty is given: today's, begun with its first penalty; one of an earlier day is asked about.
import { el } from "../dom.js";
import { todaysGame as game } from "../today/state.js";
import { chosenEvent, newId, registro, thisDay } from "./memory.js";
import { openEvent } from "./model.js";
import { eventName } from "./show.js";

/** @typedef {import("./log.js").Draft} Draft */

/** The event that is open on this phone, if there is one. */
export const current = () => openEvent(registro(), chosenEvent.get());

/** Whether the open event is of another day and nobody has said that it goes on. */
export const stale = () => {
  const event = current();
  return event !== null && event.days.length > 0 && !event.days.includes(thisDay());
};

/** Makes an event, with today's name where there is one: its id, and what must be written. @returns {{event: string, drafts: Draft[], choose: () => void}} */
export function newEvent(name = game()?.event ?? "") {
  const event = newId();
  return { event, drafts: [{ t: "named", name, day: thisDay() }], choose: () => chosenEvent.set(event) };
}

/** The question that stands in a form as long as the open event is an old one. @param {() => void} changed @param {string} from */
export function occasionFields(changed, from) {
  let answer = from;
  let asked = "?";
  const box = el("div", {});
  const radio = (/** @type {string} */ value, /** @type {string} */ text) =>
    el(
      "label",
      { class: "scelta" },
      el("input", {
        type: "radio",
        name: "r-evento",
        value,
        required: true,
        checked: value === answer,
        onchange: () => ((answer = value), changed())
      }),
      text
    );
  return {
    nodes: [box],
    /** An answer is one about that event: where it is another, or no longer an old one, it falls. */
    update() {
      const open = stale() ? current() : null;
      const now = open?.id ?? "";
      if (now === asked) return;
      if (asked !== "?" || !open) answer = "";
      asked = now;
      box.replaceChildren(
        ...(open
          ? [
              el(
                "fieldset",
                {},
                el("legend", {}, "In quale evento?"),
                radio("on", `Continua «${eventName(open)}»`),
                radio("new", "Comincia l’evento di oggi")
              )
            ]
          : [])
      );
    },
    fields: () => ({ occasion: answer }),
    /** The event whose players count; none if it is still to begin. */
    event: () => (answer === "new" ? "" : (current()?.id ?? "")),
    /** @returns {{event: string, before: string, drafts: Draft[], choose: () => void}} `before`: the event that ends with it */
    drafts() {
      const own = current();
      if (!own || answer === "new") return { ...newEvent(), before: own?.id ?? "" };
      const on = stale() ? [/** @type {Draft} */ ({ t: "named", name: own.name, day: thisDay() })] : [];
      return { event: own.id, drafts: on, choose: () => {}, before: "" };
    }
  };
}
