// Make links between the steps of Penalità; the page follows them without loading again.
import { el } from "../create-element.js";
import { format, parseSteps } from "../verdict/step-address.js";
/** @import { Infraction, State } from "../verdict/types" */
/** @import { Memory } from "./types" */

/**
 * Add to a step the first of two verdicts, which the address keeps (`con=`) while the second is looked for.
 * @param {State} state @returns {State}
 */
export const besideOther = (state) => ({ w: parseSteps(location.search).w, ...state });

/**
 * Return a link to a step of Penalità, which the page follows without loading again.
 * @param {State} state
 * @param {{memory?: Memory, [attribute: string]: any}} attributes `memory`: what the browser's history keeps of the
 *   step
 * @param {...any} children
 */
export function stepLink(state, { memory, ...attributes }, ...children) {
  const href = format(besideOther(state));
  return el("a", { href, "data-memory": memory && JSON.stringify(memory), ...attributes }, ...children);
}

/** Return a list of links. @param {Node[]} links @param {string} [kind] its class */
export const choices = (links, kind = "risposte") => el("ul", { class: kind }, ...links.map((link) => el("li", link)));

/**
 * Return a list of infractions as links, each with the story's words for it (`said`).
 * A link leads to `to`. Once touched or focused, it leads to what `reached` returns, computed only then: the step where
 * the story's other answers are already given.
 * @param {{to: State, infraction: Infraction, said?: string[], reached?: () => State}[]} infractions
 */
export const foundList = (infractions) =>
  choices(
    infractions.map(({ to, infraction: { id, title }, said = [], reached }) => {
      const find = () => reached && (link.href = format(besideOther(reached())));
      const listeners = { onpointerdown: find, onfocus: find, onclick: find };
      const because = said.map((words) => `«${words}»`).join(", ");
      const link = stepLink({ ...to, i: id }, listeners, el("strong", title), because && el("small", because));
      return link;
    })
  );
