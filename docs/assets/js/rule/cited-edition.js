// Handle a link that cites an edition (?ed=…) other than the one on this page.
import { el } from "../create-element.js";
import { address, decoded } from "../site-url.js";
import { loadJson } from "../load-json.js";

/**
 * @typedef {{slug: string, edition: string, places: Record<string, string>}} Edition
 *   `places`: by anchor of each text changed since that edition, where the page of editions has the old one
 */

/**
 * Go to the rule's text in the earlier edition that the address cites; if there is no such edition, tell which there
 * are. Stays on the page if the text is the same in the current edition. The server does the same, earlier.
 */
export async function asCited() {
  const query = new URLSearchParams(location.search);
  const id = query.get("da") ?? decoded(location.hash.slice(1));
  const book = document.querySelector(".pagina[data-book]")?.dataset.book ?? "";
  /** @type {Edition[]} */
  const editions = (await loadJson("api/v1/editions.json"))[book] ?? [];
  const first = editions.findIndex(({ slug, edition }) => [slug, edition].includes(query.get("ed") ?? ""));
  const left = first < 0 ? null : editions.slice(first).find(({ places }) => Object.hasOwn(places, id));
  if (left) {
    location.replace(address(`${book}/edizioni/#${left.slug}.${left.places[id]}`));
  } else if (first < 0) {
    const names = editions.map(({ slug, edition }) => `${edition} (?ed=${slug})`).join(", ");
    const message = `Non c’è l’edizione «${query.get("ed")}» di questo libro. Ci sono: ${names}. Questa è l’ultima.`;
    document.querySelector(".testo")?.prepend(el("div.cambiato", { role: "status" }, el("p", message)));
  }
}
