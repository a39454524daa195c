// Make parts of forms: radio buttons, questions, foldable boxes.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";

/**
 * Return a question with its answers as radio buttons.
 * @param {{question: string, name: string, chosen: string, choose: (value: string) => void}} about `name` of the radio
 *   buttons; `chosen` value; `choose` is called with a value
 * @param {[string, Node | string][]} answers value and label
 */
export const radios = ({ question, name, chosen, choose }, answers) =>
  el(
    "fieldset",
    el("legend", question),
    ...answers.map(([value, label]) => {
      const checked = value === chosen;
      const onchange = () => choose(value);
      return el("label.scelta", el("input", { type: "radio", name, value, required: true, checked, onchange }), label);
    })
  );

/** Return a question with buttons that answer it. @param {string} text @param {...HTMLElement} buttons */
export const asking = (text, ...buttons) => el("div.chiede", el("p", text), el("p.tasti", ...buttons));

/**
 * Return a line of buttons, the last of which deletes something, once confirmed.
 * @param {HTMLElement[]} others the buttons before it
 * @param {{words: string, question: string, act: () => void}} deleting `words`: its label; `question`: asks to confirm; `act`
 *   deletes
 */
export function deleting(others, { words, question, act }) {
  const place = el("p.tasti");
  const ask = button(words, () => {
    const no = button("Lascia com’è", () => place.replaceChildren(...first));
    place.replaceChildren(el("span", { role: "status" }, question), button("Cancella", act), no);
    no.focus();
  });
  const first = [...others, ask];
  place.append(...first);
  return place;
}

const unfolded = new Set();

/**
 * Return a foldable box, open if the one last made with the same key was left open.
 * @param {string} key identifies the box @param {Record<string, any>} attributes of the element
 * @param {...(Node | string)} children
 */
export function folding(key, attributes, ...children) {
  const ontoggle = () => (node.open ? unfolded.add(key) : unfolded.delete(key));
  const node = el("details", { ...attributes, open: unfolded.has(key), ontoggle }, ...children);
  return node;
}
