// Choose the event in which a penalty is recorded, or ask for it in the form.
// That is the open event, or today's, which its first penalty begins. If another is possible, the judge must choose.
import { el } from "../create-element.js";
import { todaysGame as game } from "../today/todays-game.js";
import { newId, readable, registro, thisDay, thisDevice } from "./log-store.js";
import { alike, closedElsewhere, openEvent, opening, settledPhone } from "./decide-open-event.js";
import { changePhone, chosenBefore, openHere, phone } from "./device-state.js";
import { eventName } from "./event-label.js";
import { radios } from "./form-elements.js";
import { countingIn } from "./player-history.js";
/** @import { Draft, Event, EventAnswer, EventChange } from "./types" */

/** Return this phone's settings, with an open event chosen if it never chose one. */
const phoneNow = () => settledPhone(registro(), phone(), chosenBefore());

/** Return the event open on this phone; null if none. @returns {Event | null} */
export const current = () => openEvent(registro(), phoneNow());

/**
 * Return the event id that this phone's operations carry; "" if no event is open.
 * If events were joined, each phone goes on writing under the id of its own.
 */
export const writingTo = () => phoneNow().open || (current()?.id ?? "");

/** Return the closings of the open event by other phones, still to be asked about. */
export const closedByOthers = () => closedElsewhere(registro(), phone(), thisDevice());

/**
 * If the open event was begun while the storage could not be read, return the event that was open before it, or if that
 * is not known the event whose name or day is most like the open one's: the two may be the same.
 * Null in every other case, and once the two were joined or said to be different.
 * @returns {Event | null}
 */
export function openBefore() {
  const { blind } = phone();
  const own = current();
  if (!blind || !own || own !== registro().events.get(blind.event)) return null;
  const before = blind.before ? registro().events.get(blind.before) : likeNew(own.name).find((event) => event !== own);
  return before && before !== own ? before : null;
}

/** Tell whether the open event was on other days only, not today. */
export const stale = () => {
  const event = current();
  return event !== null && event.days.length > 0 && !event.days.includes(thisDay());
};

/**
 * Prepare a new event of today: its id (`at`), the operations to write, and `choose`, which opens it on this phone.
 * @returns {EventChange}
 */
export function newEvent(name = game()?.event ?? "") {
  const at = newId();
  const { open, blind } = phone();
  // what was open comes back with the store, and then it is asked whether this is part of it
  const begun = readable() ? {} : { blind: { event: at, before: blind?.before || open || "" } };
  return {
    at,
    drafts: [{ t: "named", name, day: thisDay() }],
    choose: () => changePhone((own) => ({ ...opening(registro(), own, at), ...begun }))
  };
}

/**
 * Return the recorded events that a new one with this name (by default today's) could be confused with.
 * @returns {Event[]}
 */
export const likeNew = (name = game()?.event ?? "") => alike(registro(), name, thisDay());

/**
 * Return the operations that reopen an event today, to be read by other phones. @param {Event} event @returns {Draft[]}
 */
export const reopening = (event) => [
  .../** @type {Draft[]} */ (event.closings.some((c) => c.dev === thisDevice()) ? [{ t: "reopened" }] : []),
  .../** @type {Draft[]} */ (event.days.includes(thisDay()) ? [] : [{ t: "named", name: event.name, day: thisDay() }])
];

/**
 * Return how to join the open event with the one that was open before it.
 * @param {Event} before @param {string} begun id of the open event @returns {EventChange}
 */
export const joinBefore = (before, begun) => ({
  at: before.id,
  drafts: [{ t: "joined", with: begun }],
  choose: () => changePhone((own) => ({ ...own, open: own.blind?.before || before.id, blind: null }))
});

/**
 * Return how to keep the open event apart from the one that was open before it.
 * @param {Event} before @returns {EventChange}
 */
export const partBefore = (before) => ({
  at: writingTo(),
  drafts: [{ t: "parted", with: before.id }],
  choose: () => changePhone((own) => ({ ...own, blind: null }))
});

/** Return the answer that begins an event. @returns {EventAnswer} */
const begins = (label = "Comincia l’evento di oggi") => ({ value: "new", label, event: "", ...newEvent() });

/**
 * Return the answers to «In quale evento?» for a penalty; null if the event is certain.
 * `about` identifies the question: the ids of the events that it is about.
 * @returns {{about: string, answers: EventAnswer[]} | null}
 */
function question() {
  const event = current();
  const before = openBefore();
  if (event && before) {
    const on = { value: "on", label: `«${eventName(before)}», che era già aperto`, event: before.id };
    const stay = { value: "new", label: "Un altro evento, che comincia adesso", event: event.id };
    const answers = [
      { ...on, ...joinBefore(before, event.id) },
      { ...stay, ...partBefore(before) }
    ];
    return { about: `${event.id} ${before.id}`, answers };
  }
  if (event && !stale()) return null;
  const near = readable() ? likeNew().filter((e) => e !== event) : [];
  if (!event && !near.length) return null;
  const old = writingTo();
  const others = near.map(opens);
  const about = [event, ...near].map((e) => e?.id).join();
  if (!event) return { about, answers: [...others, begins("Comincia un altro evento")] };
  const day = /** @type {Draft} */ ({ t: "named", name: event.name, day: thisDay() });
  const label = `Continua «${eventName(event)}»`;
  const on = { value: "on", label, event: event.id, at: old, drafts: [day], choose() {} };
  return { about, answers: [on, ...others, { ...begins(), ends: old }] };
}

/** Return the answer «Riapri» for an event. @param {Event} event @returns {EventAnswer} */
function opens(event) {
  const given = countingIn(registro(), event.id).length;
  return {
    value: event.id,
    label: `Riapri «${eventName(event)}» (${given} penalità)`,
    event: event.id,
    at: event.id,
    drafts: reopening(event),
    choose: () => openHere(registro(), event.id)
  };
}

/**
 * Return the form's question «In quale evento?», shown only while the event is uncertain.
 * `nodes`: its elements; `update` draws it again; `fields` returns what to keep for a reload; `event` and `drafts`
 * return what the answer means.
 * @param {() => void} changed called when an answer is chosen
 * @param {string} from the answer chosen before a reload, or ""
 */
export function occasionFields(changed, from) {
  let answer = from;
  let asked = "?";
  const box = el("div");
  const choose = (/** @type {string} */ value) => ((answer = value), changed());
  const chosen = () => question()?.answers.find((one) => one.value === answer);
  return {
    nodes: [box],
    /** Put the question into `nodes` if it has changed; the answer to another question is dropped. */
    update() {
      const now = question();
      const about = now?.about ?? "";
      if (about === asked) return;
      if (asked !== "?" || !now) answer = "";
      asked = about;
      const asking = { question: "In quale evento?", name: "r-evento", chosen: answer, choose };
      const answers = now?.answers.map(({ value, label }) => /** @type {[string, string]} */ ([value, label]));
      box.replaceChildren(answers ? radios(asking, answers) : "");
    },
    fields: () => ({ occasion: answer }),
    /** Return the id of the event whose players are offered; "" if it has not begun. */
    event: () => chosen()?.event ?? current()?.id ?? "",
    /**
     * Return where to record the penalty, and the operations to write before it.
     * @returns {EventChange}
     */
    drafts() {
      return chosen() ?? (current() ? { at: writingTo(), drafts: [], choose() {} } : newEvent());
    }
  };
}
