// @ts-check
// The event in which a penalty is given: the open one, or today's, begun with its first penalty. Where it could be
// another one that question stands in the form, and nothing is chosen beforehand.
import { el } from "../dom.js";
import { todaysGame as game } from "../today/todays-game.js";
import { newId, readable, registro, thisDay, thisDevice } from "./log-in-memory.js";
import { alike, closedElsewhere, eventBefore, openEvent, settledPhone } from "./open-event.js";
import { changePhone, chosenBefore, openHere, phone } from "./phone-settings.js";
import { eventName } from "./shared-widgets.js";
/** @import { Draft, Event } from "./types.d.ts" */

/**
 * What an answer means: whose players count (`event`, "" for one still to begin), what is written in which event, and
 *   what the phone then decides.
 * @typedef {object} Answer
 * @property {string} value
 * @property {string} label
 * @property {string} event
 * @property {string} at
 * @property {Draft[]} drafts
 * @property {() => void} choose
 * @property {string} [ends]
 */

const phoneNow = () => settledPhone(registro(), phone(), chosenBefore());

/** Finds the event that is open on this phone. */
export const current = () => openEvent(registro(), phoneNow());

/** Finds the log in which this phone writes: its own, also where others were joined to it. */
export const writingTo = () => phoneNow().open || (current()?.id ?? "");

/** Lists the other phones that have closed the open event and about which nobody was asked. */
export const closedByOthers = () => closedElsewhere(registro(), phone(), thisDevice());

/** Finds the event that was open before one was begun while the store did not answer, or one that it may be. */
export function openBefore() {
  const { blind, open } = phone();
  const before = eventBefore(registro(), phone());
  if (before || !blind || blind.before || blind.event !== open) return before;
  const own = current();
  return own ? (likeNew(own.name).find((event) => event !== own) ?? null) : null;
}

/** Tells whether the open event is of another day and nobody has said that it goes on. */
export const stale = () => {
  const event = current();
  return event !== null && event.days.length > 0 && !event.days.includes(thisDay());
};

/**
 * Makes an event, with today's name where there is one: its id, and what must be written.
 * @returns {{event: string, drafts: Draft[], choose: () => void}}
 */
export function newEvent(name = game()?.event ?? "") {
  const event = newId();
  const before = phone();
  const blind = !readable();
  return {
    event,
    drafts: [{ t: "named", name, day: thisDay() }],
    choose() {
      openHere(registro(), event);
      // what was open comes back with the store, and then it is asked whether this is part of it
      if (blind)
        changePhone((own) => ({ ...own, blind: { event, before: before.blind?.before || before.open || "" } }));
    }
  };
}

/** Lists the events with which one that begins now could be mistaken. */
export const likeNew = (name = game()?.event ?? "") => alike(registro(), { name, day: thisDay(), now: Date.now() });

/**
 * Makes what opens an event here again, and says so to the other phones.
 * @param {Event} event
 * @returns {Draft[]}
 */
export const reopening = (event) => [
  .../** @type {Draft[]} */ (event.closings.some((c) => c.dev === thisDevice()) ? [{ t: "reopened" }] : []),
  .../** @type {Draft[]} */ (event.days.includes(thisDay()) ? [] : [{ t: "named", name: event.name, day: thisDay() }])
];

/**
 * Makes the answer that joins the event begun without the store to the one that was open.
 * @param {Event} before
 * @param {string} begun
 */
export const joinBefore = (before, begun) => ({
  at: before.id,
  drafts: /** @type {Draft[]} */ ([{ t: "joined", with: begun }]),
  choose: () => changePhone((own) => ({ ...own, open: own.blind?.before || before.id, blind: null }))
});

/** @returns {Answer} */
function begins() {
  const { event, drafts, choose } = newEvent();
  return { value: "new", label: "Comincia l’evento di oggi", event: "", at: event, drafts, choose };
}

/**
 * Says what must be asked before a penalty is given, and the answers; null where there is nothing to ask.
 * @returns {{about: string, answers: Answer[]} | null}
 */
function question() {
  const event = current();
  const before = openBefore();
  if (event && before) {
    const on = { value: "on", label: `«${eventName(before)}», aperto prima`, event: before.id };
    const stay = { value: "new", label: `Un altro evento, cominciato adesso`, event: event.id, at: writingTo() };
    return {
      about: `${event.id} ${before.id}`,
      answers: [
        { ...on, ...joinBefore(before, event.id) },
        { ...stay, drafts: [{ t: "parted", with: before.id }], choose: notBlind }
      ]
    };
  }
  if (event && !stale()) return null;
  const near = readable() ? likeNew().filter((e) => e !== event) : [];
  if (!event && !near.length) return null;
  const old = writingTo();
  const day = /** @type {Draft} */ ({ t: "named", name: event?.name ?? "", day: thisDay() });
  const on = { value: "on", at: old, drafts: [day], choose: () => {} };
  return {
    about: [event, ...near].map((e) => e?.id).join(),
    answers: [
      ...(event ? [{ ...on, label: `Continua «${eventName(event)}»`, event: event.id }] : []),
      ...near.map(opens),
      event ? { ...begins(), ends: old } : { ...begins(), label: "Comincia un altro evento" }
    ]
  };
}

/** Makes the answer that opens an event again. @param {Event} event @returns {Answer} */
function opens(event) {
  const given = registro().entries.filter((e) => e.event === event.id && !e.gone.length).length;
  return {
    value: event.id,
    label: `Riapri «${eventName(event)}» (${given} penalità)`,
    event: event.id,
    at: event.id,
    drafts: reopening(event),
    choose: () => openHere(registro(), event.id)
  };
}

/** Takes it as said whether the event begun without the store is another. */
export const notBlind = () => changePhone((own) => ({ ...own, blind: null }));

/**
 * Makes the question that stands in a form as long as the event must be asked about.
 * @param {() => void} changed
 * @param {string} from
 */
export function occasionFields(changed, from) {
  let answer = from;
  let asked = "?";
  const box = el("div", {});
  const radio = (/** @type {Answer} */ { value, label }) =>
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
      label
    );
  const chosen = () => question()?.answers.find((one) => one.value === answer);
  return {
    nodes: [box],
    /** Draws the question. An answer is one about those events: where they are others it falls. */
    update() {
      const now = question();
      const about = now?.about ?? "";
      if (about === asked) return;
      if (asked !== "?" || !now) answer = "";
      asked = about;
      box.replaceChildren(
        ...(now ? [el("fieldset", {}, el("legend", {}, "In quale evento?"), ...now.answers.map(radio))] : [])
      );
    },
    fields: () => ({ occasion: answer }),
    /** Finds the event whose players count; none if it is still to begin. */
    event: () => (question() ? (chosen()?.event ?? current()?.id ?? "") : (current()?.id ?? "")),
    /**
     * Makes what is written before the penalty, and where.
     * @returns {Omit<Answer, "value" | "label" | "event">}
     */
    drafts() {
      const own = chosen();
      if (own) return own;
      return current() ? { at: writingTo(), drafts: [], choose: () => {} } : begins();
    }
  };
}
