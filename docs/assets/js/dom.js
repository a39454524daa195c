// @ts-check
/**
 * Un elemento con attributi e figli: `el("a", {href: "…"}, "parole")`. `onclick` e simili sono ascoltatori; un attributo
 * `false`, `null` o `undefined` non c’è.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "html") node.innerHTML = value; // soltanto testi delle nostre edizioni
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

/** La penalità con la sua forma e la sua parola. @param {{title: string, step: number, shape: string}} penalty */
export function mark(penalty) {
  const span = el("span", { class: `pen pen-${penalty.step}` });
  span.innerHTML = `<svg class="forma" viewBox="0 0 20 20" aria-hidden="true"><path fill-rule="evenodd" d="${penalty.shape}"/></svg>`;
  span.append(penalty.title);
  return span;
}

/** Copia un testo; falso dove il browser non lo permette. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "nascosto" }, text);
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
