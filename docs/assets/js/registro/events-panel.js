// Show this phone's events (tournaments): open, close, export, join, delete.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { PARTS } from "./qr-parts.js";
import { give, handover } from "./export-menu.js";
import { forgetAside, forgetEvents, registro, setAside } from "./log-store.js";
import { current, reopening, writingTo } from "./event-for-penalty.js";
import { eventsOf } from "./decide-open-event.js";
import { peopleBox } from "./merge-players.js";
import { closeHere, openHere } from "./device-state.js";
import { deleting, folding } from "./form-elements.js";
import { eventName } from "./event-label.js";
import { act, actAnd, tell } from "./undo-line.js";
import { shared } from "./indexeddb.js";
import { dropDrafts } from "./form-drafts.js";
import { countingIn, entriesIn } from "./player-history.js";
/** @import { Event } from "./types" */

export const rest = el("div.resto");
let forgotten = () => {};

/** Set the function that is called after an event is deleted from the phone. @param {() => void} then */
export const setUpEvents = (then) => void (forgotten = then);

/** Update the page below the list of penalties: export, players, other events. */
export function showRest() {
  const event = current();
  const past = eventsOf(registro()).filter((e) => e !== event);
  rest.replaceChildren(
    ...(event && entriesIn(registro(), event.id).length ? openEventParts(event) : []),
    past.length ? el("section.eventi", el("h2", "Altri eventi"), ...past.map((e) => pastEvent(e, event))) : "",
    setAside().length ? asideBox() : ""
  );
}

/**
 * Return the parts of the page about the open event: export, print, players, joined events, closing.
 * @param {Event} event
 */
const openEventParts = (event) => {
  const printing = button("Stampa l’elenco", () => print());
  const close = button("Chiudi l’evento", () => closeEvent(event));
  return [
    el("h2", "Consegna"),
    ...handover(event),
    el("p.tasti", printing),
    peopleBox(event),
    ...partsBox(event),
    el(
      "section.svuota",
      el("h2", "Fine dell’evento"),
      el("p", "Se chiudi questo evento, le sue penalità non contano più; le ritrovi fra gli eventi passati."),
      el("p.tasti", close)
    )
  ];
};

/** Close the open event on this phone, and let other phones know. @param {Event} event */
export function closeEvent(event) {
  const own = writingTo();
  closeHere();
  actAnd(() => openHere(registro(), own), own, `Hai chiuso «${eventName(event)}».`, { t: "closed" });
}

/**
 * Open another event on this phone, with «Annulla».
 * @param {Event} drawn the event as it was when the button was drawn
 */
export function openPast(drawn) {
  const event = registro().events.get(drawn.id) ?? drawn;
  const drafts = reopening(event).filter((d) => d.t === "reopened");
  const before = writingTo();
  openHere(registro(), event.id);
  const back = () => (before ? openHere(registro(), before) : closeHere());
  actAnd(back, event.id, `Hai aperto «${eventName(event)}».`, ...drafts);
}

/**
 * Return a foldable list of the events joined into this one, with buttons to separate them; [] if none were.
 * @param {Event} event
 */
function partsBox(event) {
  if (event.parts.length < 2) return [];
  const own = event.parts.some(({ id }) => id === writingTo()) ? writingTo() : event.id;
  const given = (/** @type {string} */ id) => countingIn(registro(), event.id).filter((e) => e.now.event === id).length;
  return [
    folding(
      `parts ${event.id}`,
      { class: "parti" },
      el("summary", `Riunisce ${event.parts.length} eventi`),
      el(
        "ul",
        ...event.parts.map(({ id, name }) => {
          const title = name || "Evento senza nome";
          const others = event.parts.filter((one) => one.id !== id);
          const apart = () =>
            act(
              id,
              `Hai separato «${title}».`,
              ...others.map((one) => ({ t: /** @type {const} */ ("parted"), with: one.id }))
            );
          const words = `${title}: ${given(id)} penalità`;
          return el("li", words, " ", own === id ? "(questo)" : button(`Separa «${title}»`, apart));
        })
      )
    )
  ];
}

/**
 * Return the foldable box of another event: open it, join it with the open one, export or delete it.
 * @param {Event} event @param {Event | null} here the open event
 */
function pastEvent(event, here) {
  const count = countingIn(registro(), event.id).length;
  const name = eventName(event);
  const join = () => act(writingTo(), `Hai unito l’evento «${name}».`, { t: "joined", with: event.id });
  const others = [
    button("Apri", () => openPast(event)),
    ...(here ? [button(`È lo stesso evento di «${eventName(here)}»`, join)] : [])
  ];
  return folding(
    `event ${event.id}`,
    {},
    el("summary", name, el("small", `${count} penalità`)),
    ...handover(event),
    ...partsBox(event),
    deleting(others, {
      words: "Cancella da questo dispositivo",
      question: `Cancellare «${name}» e le sue penalità (${count})? Non si può annullare: se ti servono, scarica prima il file.`,
      act: () => forget(event)
    })
  );
}

/** Delete an event and its half-filled forms from this phone. @param {Event} event */
async function forget(event) {
  try {
    await forgetEvents(event.parts.map(({ id }) => id));
  } catch {
    return tell("Non sono riuscito a cancellare: riprova.");
  }
  shared(PARTS, () => null).catch(() => {});
  for (const kind of ["correzione", "verdetto", "registro"]) dropDrafts(kind);
  forgotten();
  tell(`Hai cancellato «${eventName(event)}».`);
}

/** Return a section with the stored rows that cannot be read, and buttons to save and delete them. */
function asideBox() {
  const rows = setAside();
  const text = () => rows.map(({ row, why }) => `# ${why}\n${JSON.stringify(row)}\n`).join("\n");
  const save = button("Scarica le righe messe da parte", () => give("registro-da-parte.txt", "text/plain", text()));
  const done = () => tell("Hai cancellato le righe messe da parte.");
  return el(
    "section.guasto",
    el(
      "p",
      rows.length === 1
        ? "Una riga è illeggibile ed è stata messa da parte; le altre sono a posto."
        : `${rows.length} righe sono illeggibili e sono state messe da parte; le altre sono a posto.`
    ),
    el("ul", ...rows.slice(0, 5).map((row) => el("li", row.why))),
    deleting([save], {
      words: "Cancella le righe messe da parte",
      question: "Cancellarle? Non si può annullare: se ti servono, scaricale prima.",
      act: () => forgetAside().then(done, () => tell("Non sono riuscito a cancellare: riprova."))
    })
  );
}
