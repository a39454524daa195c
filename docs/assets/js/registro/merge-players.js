// Join and separate the names under which an event's players were recorded.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { registro } from "./log-store.js";
import { named, playersOf } from "./player-history.js";
import { options } from "./penalty-form-fields.js";
import { writingTo } from "./event-for-penalty.js";
import { pair } from "./record-linkage.js";
import { folding } from "./form-elements.js";
import { act } from "./undo-line.js";
/** @import { Event, Player, Draft } from "./types" */

/**
 * Return a foldable box that says which names of an event are one person or two, with buttons to change that.
 * @param {Event} event
 */
export function peopleBox(event) {
  const players = playersOf(registro(), event.id);
  const joined = players.filter((p) => p.records.length > 1);
  const apart = registro().apart.flatMap((ids) => {
    const [one, other] = ids.map((id) => players.find((p) => p.id === registro().players.get(id)?.id));
    return one && other && one !== other ? [[one, other]] : [];
  });
  return folding(
    `people ${event.id}`,
    { class: "persone", hidden: players.length < 2 && !joined.length },
    el("summary", "Chi è chi"),
    el(
      "ul",
      ...joined.flatMap((player) => others(player).map((record) => recordRow(player, record))),
      ...apart.map(([a, b]) => {
        const both = `${named(a)} e ${named(b)}`;
        const one = button("È la stessa persona", () => join(a, b), { "aria-label": `${both}: è la stessa persona` });
        return el("li", `${both} sono due persone. `, one);
      })
    ),
    ...joining(players)
  );
}

/** Return a player's records under other names than the one shown. @param {Player} player */
function others({ records, name }) {
  const main = records.find((record) => record.name === name);
  return records.filter((record) => record !== main);
}

/**
 * Return a list item with a player's other name and a button to separate it.
 * @param {Player} player @param {Player["records"][0]} record
 */
function recordRow(player, record) {
  const given = registro().entries.filter((e) => e.now.player === record.id && !e.gone.length).length;
  const rest = player.records.filter((other) => other !== record);
  const drafts = rest.map(({ id }) => ({ t: /** @type {const} */ ("other"), a: record.id, b: id }));
  const separate = () => act(writingTo(), `${record.name} è un’altra persona.`, ...drafts);
  return el(
    "li",
    `${named(player)} è anche «${record.name}» (${given} penalità). `,
    button("Separa", separate, { "aria-label": `Separa ${record.name} da ${named(player)}` })
  );
}

/** Return the form that joins two players, as a list; [] if there are fewer than two. @param {Player[]} players */
function joining(players) {
  if (players.length < 2) return [];
  const known = players.map((p) => /** @type {[string, string]} */ ([p.id, named(p)]));
  const [one, other] = [options(known, "", ""), options(known, "", "")];
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const [a, b] = [one, other].map((list) => players.find((p) => p.id === list.value));
    if (a && b && a.id !== b.id) join(a, b);
  };
  const form = el(
    "form",
    { "aria-label": "Due nomi, una persona", onsubmit },
    field("p-uno", "Il giocatore", one),
    field("p-altro", "è la stessa persona di", other),
    el("button.tasto", "Unisci i due nomi")
  );
  return [form];
}

/**
 * Return the operations that make two players one, under the longer name.
 * @param {Player} a @param {Player} b @returns {Draft[]}
 */
export function samePerson(a, b) {
  const { id, name, number } = b.name.length > a.name.length ? b : a;
  return [
    { t: "same", a: a.id, b: b.id },
    { t: "player", player: id, name, number }
  ];
}

/** Make two players one, withdrawing earlier answers that they are two. @param {Player} a @param {Player} b */
function join(a, b) {
  // the answers between any two of their records count, not only that between the first ones
  const both = pair(a.id, b.id);
  const { apart, players } = registro();
  const pairs = apart.filter(([x, y]) => pair(players.get(x)?.id ?? x, players.get(y)?.id ?? y) === both);
  act(
    writingTo(),
    `Hai unito i due giocatori sotto il nome ${a.name}.`,
    ...pairs.map(([x, y]) => /** @type {Draft} */ ({ t: "same", a: x, b: y })),
    ...samePerson(a, b)
  );
}
