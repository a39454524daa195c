// Filter the subjects of the page that compares rulebooks.
// By title; by the whole text if no title has the words.
import { fold } from "../language/fold-text.js";
import { calmRegion } from "../live-region.js";

/** Filter the page's sections by what is typed, or by `?cerca=…`. @param {HTMLInputElement} input */
export function setup(input) {
  const sections = Array.from(document.querySelectorAll(".coppia"), (section) => ({
    section: section,
    title: fold(section.querySelector("h2")?.textContent ?? ""),
    text: fold(section.textContent ?? "")
  }));
  const status = document.querySelector("[data-confronta]");
  const spoken = calmRegion();
  status?.after(spoken.region);
  const update = () => {
    const wanted = fold(input.value).split(" ").filter(Boolean);
    const has = (/** @type {string} */ text) => wanted.every((word) => text.includes(word));
    const titled = sections.filter(({ title }) => has(title));
    const found = new Set(titled.length ? titled : sections.filter(({ text }) => has(text)));
    for (const one of sections) one.section.hidden = !found.has(one) && found.size > 0;
    if (!status) return;
    status.textContent = !wanted.length
      ? ""
      : found.size
        ? `${found.size === 1 ? "1 argomento" : `${found.size} argomenti`} su ${sections.length}`
        : `Nessun risultato per «${input.value.trim()}»: vedi tutti gli argomenti.`;
    spoken.say(() => status.textContent ?? "");
  };
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", update);
  const query = new URLSearchParams(location.search).get("cerca");
  if (query && !input.value) input.value = query.slice(0, 100);
  if (input.value) update(); // asked for, or typed before this script came
}
