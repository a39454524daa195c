// Make links between the steps of Penalità, which the page follows without loading again, and to rules.
import { el } from "../create-element.js";
import { format } from "../verdict/step-address.js";
/** @import { Game, Infraction, State } from "../verdict/types" */
/** @import { Memory } from "./types" */

/**
 * Return the step with only the game and the first of two verdicts, which stays while the second is looked for.
 * @param {State} state @returns {State}
 */
export const blankStep = ({ g, w }) => ({ g, i: "", r: [], s: [], w });

/**
 * Return a link to a step of Penalità, which the page follows without loading again.
 * @param {State} state @param {{memory?: Memory, [attribute: string]: any}} attributes @param {...any} children
 */
export const stepLink = (state, { memory, ...attributes }, ...children) =>
  el("a", { href: format(state), "data-memory": memory && JSON.stringify(memory), ...attributes }, ...children);

/** Return a list of links. @param {Node[]} links @param {string} [kind] its class */
export const choices = (links, kind = "risposte") => el("ul", { class: kind }, ...links.map((link) => el("li", link)));

/**
 * Return a list of infractions as links, each with the story's words for it (`said`).
 * A link leads to the infraction. Once touched or focused, it leads to what `reached` returns, computed only then: the
 * step where the story's other answers are already given.
 * @param {State} blank the step without an infraction
 * @param {{infraction: Infraction, said?: string[]}[]} found @param {(infraction: Infraction) => State} [reached]
 */
export const foundList = (blank, found, reached) =>
  choices(
    found.map(({ infraction, said = [] }) => {
      const find = () => reached && (link.href = format(reached(infraction)));
      const listeners = { onpointerdown: find, onfocus: find, onclick: find };
      const because = said.map((words) => `«${words}»`).join(", ");
      const to = { ...blank, i: infraction.id };
      const link = stepLink(to, listeners, el("strong", infraction.title), because && el("small", because));
      return link;
    })
  );

/** Return a link to a rule, by its citation. @param {Game} game @param {string} id its anchor */
export const cite = ({ statements }, id) => el("a.cita", { href: statements[id].url }, statements[id].cite);
