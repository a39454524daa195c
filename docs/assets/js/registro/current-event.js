// @ts-check
// Decide which event a phone works in, and what to ask.
// Pure; nothing that arrives from another phone opens or closes an event here.
import { nameKey } from "./name-matching.js";
/** @import { State, Event, Phone, Closing } from "./types.d.ts" */

/** @type {Phone} */
export const NEW_PHONE = { open: null, answered: [], blind: null };

/** @param {State} state @param {Phone} phone */
export const openEvent = (state, phone) => (phone.open && state.events.get(phone.open)) || null;

/** List the events, the last begun first. @param {State} state */
export const eventsOf = (state) =>
  [...new Set(state.events.values())].sort((a, b) => b.l - a.l || (a.id < b.id ? 1 : -1));

/**
 * Choose the open event of a phone that has never chosen.
 * What an older page would have shown, the event chosen there while it was open, else the last begun that is. A phone
 * without events has nothing to choose.
 * @param {State} state @param {Phone} phone @param {string} before the event that an older page had chosen
 */
export function settledPhone(state, phone, before) {
  if (phone.open !== null || !state.events.size) return phone;
  const own = state.events.get(before);
  const last = own ?? eventsOf(state).find((e) => !e.closed);
  return last && !last.closed ? opening(state, phone, own ? before : last.id) : { ...phone, open: "" };
}

/**
 * Open an event on a phone, answering other phones' closings so far.
 * @param {State} state @param {Phone} phone @param {string} id @returns {Phone}
 */
export const opening = (state, phone, id) => ({
  ...phone,
  open: id,
  answered: [...new Set([...phone.answered, ...(state.events.get(id)?.closings.map((c) => c.id) ?? [])])]
});

/** @param {Phone} phone @returns {Phone} */
export const closing = (phone) => ({ ...phone, open: "" });

/**
 * List other phones' closings of the open event still unanswered.
 * @param {State} state @param {Phone} phone @param {string} device this phone's own
 */
export const closedElsewhere = (state, phone, device) =>
  openEvent(state, phone)?.closings.filter((c) => c.dev !== device && !phone.answered.includes(c.id)) ?? [];

/** Answer closings: the event stays open here. @param {Phone} phone @param {Closing[]} closings @returns {Phone} */
export const keptOpen = (phone, closings) => ({
  ...phone,
  answered: [...new Set([...phone.answered, ...closings.map((c) => c.id)])]
});

/**
 * Return the event open before one begun while the store was silent.
 * Null once both are joined, or declared to be two.
 * @param {State} state @param {Phone} phone @returns {Event | null}
 */
export function eventBefore(state, { blind, open }) {
  const [own, before] = blind ? [state.events.get(blind.event), state.events.get(blind.before)] : [];
  return own && before && own !== before && own === state.events.get(open ?? "") ? before : null;
}

const LATELY = 24 * 3600e3; // milliseconds

/**
 * List the events that a new one could be confused with.
 * They have the same name or day, or were closed in the last day: three at most, the last begun first.
 * @param {State} state @param {{name: string, day: string, now: number}} begun
 */
export const alike = (state, { name, day, now }) =>
  eventsOf(state)
    .filter((event) => state.entries.some((e) => e.event === event.id && !e.gone.length))
    .filter(
      (event) =>
        (name.trim() && nameKey(name) === nameKey(event.name)) ||
        event.days.includes(day) ||
        event.closings.some((c) => Math.abs(now - Date.parse(c.at)) < LATELY)
    )
    .slice(0, 3);
