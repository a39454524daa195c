// Ask what only a person can answer: is the event over, are two players one.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { closeEvent } from "./events-panel.js";
import { registro, thisDay } from "./log-store.js";
import { closedByOthers, current, joinBefore, openBefore, partBefore, stale, writingTo } from "./event-for-penalty.js";
import { keptOpen } from "./decide-open-event.js";
import { samePerson } from "./merge-players.js";
import { changePhone } from "./device-state.js";
import { nameKey } from "./name-matching.js";
import { asking } from "./form-elements.js";
import { dayInWords, eventName } from "./event-label.js";
import { act, tell } from "./undo-line.js";
import { hour, localDay } from "./local-time.js";
import { named, ofPlayer } from "./player-history.js";
/** @import { Event, EventChange, Player, Closing } from "./types" */

const ASKED = 5; // questions about names at once

export const unclear = el("div");

/** Put into `unclear` the questions about the open event that only a person can answer. */
export function showQuestions() {
  const event = current();
  unclear.replaceChildren(
    ...(event
      ? [
          ...aboutBlind(event),
          ...aboutClosing(event, closedByOthers()),
          ...aboutDay(event),
          ...registro()
            .questions.filter(([a]) => a.event === event.id && a.name !== "?")
            .slice(0, ASKED)
            .map(([a, b]) => aboutNames(a, b))
        ]
      : [])
  );
}

/**
 * Ask whether an event begun while the storage could not be read is the one that was open before; [] if not needed.
 * @param {Event} event
 */
function aboutBlind(event) {
  const before = openBefore();
  if (!before) return [];
  const answered = (/** @type {string} */ text, /** @type {EventChange} */ { at, drafts, choose }) =>
    void (act(at, text, ...drafts), choose());
  return [
    asking(
      `Mentre il telefono non riusciva a leggere il Registro hai cominciato un altro evento, ma era già aperto «${eventName(before)}». Le penalità che hai dato nel frattempo sono di «${eventName(before)}»?`,
      button("Sì, uniscile", () =>
        answered(`Hai unito le penalità a «${eventName(before)}».`, joinBefore(before, event.id))
      ),
      button("No, è un altro evento", () => answered("Restano due eventi.", partBefore(before)))
    )
  ];
}

/**
 * Ask whether to close the event here too; [] if no other phone has closed it.
 * @param {Event} event @param {Closing[]} closings by other phones
 */
function aboutClosing(event, closings) {
  if (!closings.length) return [];
  const { at } = closings[closings.length - 1];
  const day = localDay(at) === thisDay() ? "" : ` del ${dayInWords(localDay(at))}`;
  const when = Number.isNaN(Date.parse(at)) ? "" : ` alle ${hour(at)}${day}`;
  return [
    asking(
      `Sull’altro telefono l’evento è stato chiuso${when}. Lo chiudi anche qui?`,
      button("Chiudilo anche qui", () => closeEvent(event)),
      button("Lascialo aperto", () => {
        changePhone((own) => keptOpen(own, closings));
        tell(`Qui «${eventName(event)}» resta aperto.`);
      })
    )
  ];
}

/** Ask whether an event of another day goes on today; [] if it is of today. @param {Event} event */
function aboutDay(event) {
  if (!stale()) return [];
  const on = () => act(writingTo(), "L’evento continua oggi.", { t: "named", name: event.name, day: thisDay() });
  return [
    asking(
      `Questo evento è del ${dayInWords(event.days[event.days.length - 1])}: le sue penalità contano ancora?`,
      button("Continua oggi", on),
      button("Chiudilo", () => closeEvent(event))
    )
  ];
}

/** Ask whether two players with the same or similar names are one person. @param {Player} a @param {Player} b */
function aboutNames(a, b) {
  const about = [a, b].map((p) => {
    const penalties = ofPlayer(registro(), "", p).map((e) => e.now.penaltyTitle);
    return `${named(p)}: ${penalties.join(", ") || "nessuna penalità"}`;
  });
  const same = nameKey(a.name) === nameKey(b.name);
  return asking(
    `${same ? "Due giocatori con lo stesso nome" : "Due nomi molto simili"}. ${about.join(" · ")}. È la stessa persona?`,
    button("È la stessa persona", () =>
      act(writingTo(), `Hai unito i due giocatori sotto il nome ${a.name}.`, ...samePerson(a, b))
    ),
    button("Sono due persone", () =>
      act(writingTo(), same ? `${a.name} è il nome di due persone.` : `${a.name} e ${b.name}: sono due persone.`, {
        t: "other",
        a: a.id,
        b: b.id
      })
    )
  );
}
