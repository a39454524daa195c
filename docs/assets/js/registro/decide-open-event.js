// Decide which event (tournament) is open on this phone, and when to ask the judge.
// Pure. Nothing received from another phone opens or closes an event here.
import { nameKey } from "./name-matching.js";
import { byId } from "./operations.js";
import { countingIn } from "./player-history.js";
/** @import { State, Event, Phone, Closing } from "./types" */

/** @type {Phone} */
export const NEW_PHONE = { open: null, answered: [], blind: null };

/** Return the event that a phone works in; null if none is open. @param {State} state @param {Phone} phone */
export const openEvent = (state, phone) => (phone.open && state.events.get(phone.open)) || null;

/** Return all events, the last begun first. @param {State} state @returns {Event[]} */
export const eventsOf = (state) => [...new Set(state.events.values())].sort((a, b) => b.l - a.l || byId(b, a));

/**
 * Return a phone's settings, with an open event chosen if the phone has never chosen one (else unchanged).
 * It is the event `before`, unless closed; if there is no such event, the last begun that is open; else none
 * (`open`: ""). Without any events nothing is chosen yet.
 * @param {State} state @param {Phone} phone @param {string} before id of the event chosen in the older version, or ""
 * @returns {Phone}
 */
export function settledPhone(state, phone, before) {
  if (phone.open !== null || !state.events.size) return phone;
  const own = state.events.get(before);
  const last = own ?? eventsOf(state).find((e) => !e.closed);
  return last && !last.closed ? opening(state, phone, own ? before : last.id) : { ...phone, open: "" };
}

/**
 * Return the phone's settings with an event opened; closings of the event by other phones count as answered.
 * @param {State} state @param {Phone} phone @param {string} id @returns {Phone}
 */
export const opening = (state, phone, id) => ({ ...keptOpen(phone, state.events.get(id)?.closings ?? []), open: id });

/** Return the phone's settings with no event open. @param {Phone} phone @returns {Phone} */
export const closing = (phone) => ({ ...phone, open: "" });

/**
 * Return the closings of the open event by other phones that the judge has not been asked about.
 * @param {State} state @param {Phone} phone @param {string} device this phone's id
 * @returns {Closing[]}
 */
export const closedElsewhere = (state, phone, device) =>
  openEvent(state, phone)?.closings.filter((c) => c.dev !== device && !phone.answered.includes(c.id)) ?? [];

/**
 * Return the phone's settings with these closings answered: the event stays open here.
 * @param {Phone} phone @param {Closing[]} closings @returns {Phone}
 */
export const keptOpen = (phone, closings) => ({
  ...phone,
  answered: [...new Set([...phone.answered, ...closings.map((c) => c.id)])]
});

const LATELY = 24 * 3600e3; // milliseconds

/**
 * Return up to three events with penalties that one begun now could be confused with, the last begun first.
 * They have the same name or day, or were closed in the last 24 hours.
 * @param {State} state @param {string} name of the new event @param {string} day as 2026-01-10 @returns {Event[]}
 */
export const alike = (state, name, day) =>
  eventsOf(state)
    .filter((event) => countingIn(state, event.id).length)
    .filter(
      (event) =>
        (name.trim() && nameKey(name) === nameKey(event.name)) ||
        event.days.includes(day) ||
        event.closings.some((c) => Math.abs(Date.now() - Date.parse(c.at)) < LATELY)
    )
    .slice(0, 3);
