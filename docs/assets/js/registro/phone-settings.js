// @ts-check
// Store this phone's settings: its open event, and its answers.
import { keep, read, remove, subscribe, text, write } from "../local-storage.js";
import { NEW_PHONE, closing, opening, settledPhone } from "./current-event.js";
/** @import { Phone, State, TypedName } from "./types.d.ts" */

const KEY = "evento.aperto";
const OLD = "evento"; // where older pages wrote the event that they had chosen
const TYPED = "evento.nome";
const CLOCK = "registro.orologio";

const texts = (/** @type {unknown} */ list) =>
  Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];

/** @param {any} value @returns {Phone} */
function migrate(value) {
  if (typeof value !== "object" || value === null) return NEW_PHONE;
  const blind = typeof value.blind?.event === "string" ? value.blind : null;
  return { open: typeof value.open === "string" ? value.open : null, answered: texts(value.answered), blind };
}

export const phone = () => read(KEY, migrate);
/** @param {Phone} now */
const setPhone = (now) => void write(KEY, { version: 1, ...now });
/** @param {(phone: Phone) => Phone} how */
export const changePhone = (how) => setPhone(how(phone()));

/** @param {State} state @param {string} id */
export const openHere = (state, id) => changePhone((own) => opening(state, own, id));
export const closeHere = () => changePhone(closing);

/** Return the event that an older page had chosen on this phone. */
export const chosenBefore = () => text(OLD) ?? "";

/** Choose the open event before anything is imported. @param {State} state */
export function settle(state) {
  const own = phone();
  const now = settledPhone(state, own, chosenBefore());
  if (now === own) return;
  setPhone(now);
  remove(OLD, chosenBefore());
}

/** Choose the open event of an empty phone that imports a log. */
export const settleEmpty = () => phone().open === null && changePhone(closing);

/** Call a listener when another page changes the settings. @param {() => void} listener */
export const phoneChanged = (listener) => subscribe(KEY, listener);

/**
 * Hold the greatest logical clock seen by this phone.
 * What is written before the log is read comes after it.
 */
export const lastClock = {
  get: () => Number(text(CLOCK)) || 0,
  /** @param {number} clock */
  set: (clock) => void (String(clock) === text(CLOCK) || keep(CLOCK, String(clock)))
};

/** Hold the event name being typed, which outlives the page. */
export const typedName = {
  /** @returns {TypedName | null} */
  get: () =>
    read(TYPED, (value) =>
      typeof (/** @type {any} */ (value)?.name) === "string" ? /** @type {any} */ (value) : null
    ),
  /** @param {TypedName} typed */
  set: (typed) => void write(TYPED, typed),
  drop: () => remove(TYPED, text(TYPED) ?? "")
};
