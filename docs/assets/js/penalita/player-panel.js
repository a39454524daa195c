// Show whom the verdict is for, with the penalties recorded of him.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { who } from "../registro/verdict-player.js";
import { current } from "../registro/event-for-penalty.js";
import { registro, registroChanged } from "../registro/log-store.js";
import { carried, counts as registered, inWords, namedIn, ofPlayer, playersOf } from "../registro/player-history.js";
import { evidence } from "../registro/penalty-form-fields.js";
import { format } from "../verdict/step-address.js";
/** @import { Entry } from "../registro/types" */
/** @import { State, Game, Infraction } from "../verdict/types" */

let renew = () => {}; // update what the screen shows of the Registro
let changed = () => {};
registroChanged(() => renew());

/** Set the function to call when another player is chosen, or none. @param {() => void} then */
export const whenPlayerChanges = (then) => (changed = then);

let recognised = ""; // the story whose player was looked up already: who lets the player go does not get them back

/** Choose the player whose whole name is in the story (`t`), once per story. @param {State} state */
export function recognise({ g, t = "" }) {
  const event = current();
  if (!t || t === recognised || !event) return;
  recognised = t;
  if (who.get(g)) return;
  const player = namedIn(playersOf(registro(), event.id), t);
  if (player) who.set(g, player);
}

/**
 * Return a box with the chosen player and his recorded penalties, updated when the log changes; empty if none is
 * chosen.
 * Its button lets him go, with the answers about his earlier penalties.
 * @param {Game} game @param {State} state @param {Infraction} [infraction]
 * @param {() => string[]} [differs] returns, in Italian, where answers and log differ
 */
export function forPlayer(game, state, infraction, differs = () => []) {
  const box = el("div.per-chi");
  const counted = new Set(infraction?.questions.filter((q) => q.history).map((q) => q.id));
  const drop = () => {
    who.drop();
    window.history.replaceState(null, "", format({ ...state, r: state.r.filter(([id]) => !counted.has(id)), s: [] }));
    changed();
  };
  renew = () => {
    const player = who.get(game.book);
    if (!player) return box.replaceChildren();
    const matters = (/** @type {Entry} */ entry) =>
      entry.now.infraction === infraction?.id || carried(entry).some((id) => game.counted.some((c) => c.id === id));
    const shown = infraction ? ofPlayer(registro(), game.book, player).filter(matters) : [];
    const has = inWords(game, registered(registro(), game.book, player));
    const other = differs();
    const name = el("span", "Per: ", el("strong", player.name), el("small", has && `ha già ${has}`));
    box.replaceChildren(
      el("p.per", name, button("×", drop, { "aria-label": `Togli ${player.name}` })),
      shown.length ? el("ul.prove", ...shown.map((e) => evidence(game, e))) : "",
      other.length ? el("p.avviso", el("strong", "Nel Registro il conto è diverso. "), other.join(" ")) : ""
    );
  };
  renew();
  return box;
}

/** Return the list from which a recorded player is chosen; null if there are none. @param {string} book code */
export function playerField(book) {
  const event = current();
  const known = event ? playersOf(registro(), event.id).filter((p) => ofPlayer(registro(), book, p).length) : [];
  if (!known.length) return null;
  const onchange = () => {
    const player = known.find((p) => p.id === select.value);
    if (player) who.set(book, player);
    else who.drop();
    window.history.replaceState(null, "", location.search);
    changed();
  };
  const chosen = who.get(book)?.id;
  const options = known.map(({ id, name, number }) =>
    el("option", { value: id, selected: id === chosen }, number ? `${name} (${number})` : name)
  );
  const select = el("select", { onchange }, el("option", { value: "" }, "nessuno: rispondo io"), ...options);
  return field("giocatore", "Giocatore del Registro", select);
}
