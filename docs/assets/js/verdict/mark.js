// @ts-check
import { el } from "../dom.js";

/** La penalità con la sua forma e la sua parola. @param {{title: string, step: number, shape: string}} penalty */
export function mark(penalty) {
  const span = el("span", { class: `pen pen-${penalty.step}` });
  span.innerHTML = `<svg class="forma" viewBox="0 0 20 20" aria-hidden="true"><path fill-rule="evenodd" d="${penalty.shape}"/></svg>`;
  span.append(penalty.title);
  return span;
}
