// Store what this phone has decided for itself: its open event, and answers about it.
import { keep, read, remove, subscribe, text, write } from "../local-storage.js";
import { NEW_PHONE, closing, opening, settledPhone } from "./decide-open-event.js";
/** @import { Phone, State, TypedName } from "./types" */

const KEY = "evento.aperto";
const OLD = "evento"; // where older pages wrote the event that they had chosen
const TYPED = "evento.nome";
const CLOCK = "registro.orologio";

/** Return the texts in a stored list; [] if it is no list. @param {unknown} list @returns {string[]} */
const texts = (list) => (Array.isArray(list) ? list.filter((one) => typeof one === "string") : []);

/** Return the stored settings, with defaults for what is missing or wrong. @param {any} value @returns {Phone} */
function migrate(value) {
  if (typeof value !== "object" || value === null) return NEW_PHONE;
  const blind = typeof value.blind?.event === "string" ? value.blind : null;
  return { open: typeof value.open === "string" ? value.open : null, answered: texts(value.answered), blind };
}

/** Return this phone's settings. @returns {Phone} */
export const phone = () => read(KEY, migrate);
/** Store this phone's settings. @param {Phone} now */
const setPhone = (now) => void write(KEY, { version: 1, ...now });
/** Replace this phone's settings by what `how` returns for them. @param {(phone: Phone) => Phone} how */
export const changePhone = (how) => setPhone(how(phone()));

/** Open an event on this phone. @param {State} state @param {string} id its id */
export const openHere = (state, id) => changePhone((own) => opening(state, own, id));
/** Close the open event on this phone. */
export const closeHere = () => changePhone(closing);

/** Return the id of the event chosen in an older version of the page; "" if none. */
export const chosenBefore = () => text(OLD) ?? "";

/** Choose the open event of a phone that never chose one, and store the choice. @param {State} state */
export function settle(state) {
  const own = phone();
  const now = settledPhone(state, own, chosenBefore());
  if (now === own) return;
  setPhone(now);
  remove(OLD, chosenBefore());
}

/** Choose no event on a phone that never chose one: it is about to receive another phone's log. */
export const settleEmpty = () => phone().open === null && changePhone(closing);

/** Call a listener when the settings change, here or in another tab. @param {() => void} listener */
export const phoneChanged = (listener) => subscribe(KEY, listener);

/** Store the greatest logical clock seen: operations written before the log is read get a greater one. */
export const lastClock = {
  get: () => Number(text(CLOCK)) || 0,
  /** Store the clock, if it is another. @param {number} clock */
  set: (clock) => void (String(clock) === text(CLOCK) || keep(CLOCK, String(clock)))
};

/** Store the event name being typed, in case the page is closed. */
export const typedName = {
  /** Return the name; null if none is being typed. @returns {TypedName | null} */
  get: () =>
    read(TYPED, (value) =>
      typeof (/** @type {any} */ (value)?.name) === "string" ? /** @type {any} */ (value) : null
    ),
  /** Store the name. @param {TypedName} typed */
  set: (typed) => void write(TYPED, typed),
  drop: () => remove(TYPED, text(TYPED) ?? "")
};
