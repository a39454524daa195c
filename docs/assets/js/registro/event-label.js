// Write the name of an event and its days in Italian.
import { longDate } from "../date-format.js";
/** @import { Event } from "./types" */

/** Write a local day in Italian words. @param {string} day as 2026-01-10 */
export const dayInWords = (day) => longDate(new Date(`${day}T12:00:00`));

/** Return an event's name, or one made of its day: «Evento del 10 gennaio 2026». @param {Event} event */
export const eventName = (event) =>
  event.name || (event.days[0] ? `Evento del ${dayInWords(event.days[0])}` : "Evento senza nome");
