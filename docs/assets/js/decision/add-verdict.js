// @ts-check
// Add a verdict to the decision, without any name.
// As its answers and its counts.
import { address, el } from "../dom.js";
import { add } from "./draft-decision.js";
/** @import { Game, Infraction, State, Verdict } from "../verdict/types.d.ts" */

/**
 * Add the verdict; return the message to show.
 * @param {{game: Game, infraction: Infraction, state: State}} one @param {Verdict} result @returns {(Node | string)[]}
 */
export function addVerdict({ game, infraction, state }, { lowest, highest }) {
  const end = [...new Set([lowest, highest])];
  const { count, full, kept } = add({
    kind: "verdict",
    book: game.book,
    infraction: infraction.id,
    answers: state.r,
    history: state.s,
    end
  });
  if (full) return ["La decisione ha già venti parti: togline una per fare posto."];
  const open = el("a.tasto", { href: address("decisione/") }, `Apri la decisione (${count})`);
  return [kept ? "Aggiunto alla decisione. " : "Aggiunto, ma questo dispositivo non può salvare la decisione. ", open];
}
