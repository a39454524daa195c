// @ts-check
// Make links between the steps of Penalità; the page follows them without loading again.
import { el } from "../dom.js";
import { format, parseSteps } from "../verdict/step-address.js";

/** @import { Infraction, State } from "../verdict/types.d.ts" */
/** @import { Memory } from "./types" */

/** Return a step that keeps the page’s first verdict, to which a second is being added. @param {State} state @returns {State} */
export const besideOther = (state) => ({ w: parseSteps(location.search).w, ...state });

/**
 * Make a link to a step, which also works when opened in another tab. `memory`: what the browser's history keeps of the
 * step.
 * @param {State} state @param {{memory?: Memory, [attribute: string]: any}} attributes @param {...any} children
 */
export function stepLink(state, { memory, ...attributes }, ...children) {
  const href = format(besideOther(state));
  return el("a", { href, "data-memory": memory && JSON.stringify(memory), ...attributes }, ...children);
}

/** Put links into a list. @param {Node[]} links @param {string} [kind] */
export const choices = (links, kind = "risposte") => el("ul", { class: kind }, ...links.map((link) => el("li", link)));

/**
 * List infractions, each with the words that speak for it. Where a link leads with the answers that the story gives is
 * worked out when it is touched or focused (`reached`).
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
