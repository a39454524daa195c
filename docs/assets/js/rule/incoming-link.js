// Handle a visit by a link to a rule: show where the rule stands, warn of a changed text, find a moved anchor.
import { copied } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { address, base, decoded, unglued } from "../site-url.js";
import { closest, known } from "../search/anchor-lookup.js";
import { search, warm } from "../search/worker-client.js";
import { fill } from "../search/render-results.js";
import { fullCitation, headingOf, revisionsSince, ruleOf } from "../rule-from-dom.js";

const FOUND = 5;

/**
 * Show above a rule that its text has changed since the link was copied, and how.
 * @param {HTMLElement} target the rule @param {string} hash fingerprint of the text when the link was copied
 */
function warn(target, hash) {
  const since = revisionsSince(document, target.id, hash);
  /** @type {(string | Node)[][]} */
  const told = since.map(({ day, what, was }) => [
    `${day}: ${what}`,
    ...(was ? [" ", el("a", { href: `../edizioni/#${was}` }, "Leggi com’era")] : [])
  ]);
  if (!since.length) told.push(["Non si sa che cosa è cambiato, né quando."]);
  told.unshift(["Il testo è cambiato da quando questo collegamento è stato copiato. Vale quello che leggi qui."]);
  const notice = el("div.cambiato", { role: "status" }, ...told.map((words) => el("p", ...words)));
  (target.closest(".tabella") ?? target).before(notice);
  notice.scrollIntoView({ block: "start" });
}

/**
 * Show above a rule reached by a link its section, its book, and a button to copy its citation.
 * Section and book only if the section's heading is out of sight.
 * @param {HTMLElement} target the rule
 */
export function sayWhere(target) {
  document.querySelector(".dove")?.remove();
  const heading = headingOf(target.closest(".tabella") ?? target);
  if (!heading) return;
  const near = target.getBoundingClientRect().top - heading.getBoundingClientRect().top;
  const seen =
    heading.getBoundingClientRect().top > (document.querySelector(".testata")?.getBoundingClientRect().bottom ?? 0);
  const known = seen && near < innerHeight / 2 && !target.matches("td");
  const { section, book } = ruleOf(target);
  const code = heading.dataset.cite ?? "";
  const name = code.endsWith(section) ? code : `${code} ${section.replace(/^[\d.]+\s+/, "")}`;
  const from = book.replace(/, (?:dal |senza data).*/, "");
  const where = known ? [] : [el("a", { href: `#${heading.id}` }, name), el("span", from)];
  const line = el("p.dove", ...where, target.matches("td") ? citing(target) : copying(target));
  (target.closest(".tabella") ?? target).before(line);
  if (!known) (target.matches("td") ? target : line).scrollIntoView({ block: "start" });
}

/** Return a button that copies a rule's citation; on failure it opens the rule's sheet. @param {HTMLElement} rule */
function copying(rule) {
  const button = el("button", { "aria-live": "polite", onclick: copy }, "Copia questa citazione");
  async function copy() {
    if (await copied(fullCitation(ruleOf(rule)))) button.textContent = "Citazione copiata";
    else (await import("./rule-sheet.js")).openRule(rule); // the text to be copied by hand goes there
  }
  return button;
}

/**
 * Return a button that opens the sheet of a table row, which has no citation in the margin. @param {HTMLElement} row
 */
function citing(row) {
  const onclick = async () => (await import("./rule-sheet.js")).openRule(row);
  return el("button", { "aria-label": `Cita ${ruleOf(row).citation}`, onclick }, "Cita");
}

/**
 * Compare the fingerprint in the address (`?v=…`) with the text's, and warn if the text has changed.
 * If equal, the fingerprint is removed from the address. `?ed=…` is handled by cited-edition.js.
 */
export async function checkVersion() {
  const query = new URLSearchParams(location.search);
  if (query.has("ed")) return (await import("./cited-edition.js")).asCited();
  const hash = unglued(query.get("v") ?? "");
  const target = document.getElementById(decoded(location.hash.slice(1)));
  if (!hash || !target?.dataset.v) return;
  if (target.dataset.v === hash) {
    history.replaceState(history.state, "", location.pathname + location.hash);
  } else if (/^[0-9a-f]{7}$/.test(hash)) {
    warn(target, hash);
  }
}

/**
 * Return a rule's citation and text to show; only the anchor if the rule is on another page.
 * @param {string} id its anchor
 */
function words(id) {
  const rule = document.getElementById(id)?.closest(".enunciato, .tabella, .sezione") ?? null;
  if (!rule || rule.id !== id) return [id];
  const { citation, text } = ruleOf(rule);
  return [el("b", citation), " ", el("small", text)];
}

/** Go to the page that has the anchor missing on this one, or list similar anchors. */
export async function findMissing() {
  const given = decoded(location.hash.slice(1));
  const id = unglued(given);
  if (id !== given && document.getElementById(id)) return location.replace(`#${id}`);
  const urls = await known();
  if (Object.hasOwn(urls, id)) return location.replace(address(urls[id]));
  const said = el("p", `In questa pagina non c’è «${id}». Le regole più vicine:`);
  document.querySelector(".testo")?.prepend(el("div.cambiato", { role: "status" }, said, list(id, urls, words)));
}

/**
 * Return a list of the four anchors most similar to `id`.
 * @param {string} id @param {Record<string, string>} urls address by anchor
 * @param {(id: string) => (Node | string)[]} [words] returns what to show of an anchor; by default the anchor
 */
function list(id, urls, words = (other) => [other]) {
  const rows = closest(id, urls, 4).map((other) => el("a", { href: address(urls[other]) }, ...words(other)));
  return el("ul.luoghi", ...rows.map((row) => el("li", row)));
}

/**
 * Fill the 404 page with similar anchors, or else with search results for the address's words.
 * If the anchor exists elsewhere, go there.
 * @param {HTMLElement} place
 */
export async function suggest(place) {
  if (document.querySelector(".vicine-sul-server")) return;
  const path = decoded(location.pathname.replace(base.pathname, "").replace(/\/$/, ""));
  const id = decoded(location.hash.slice(1)) || (path.startsWith("r/") ? path.slice(2) : "");
  const urls = id ? await known() : {};
  if (Object.hasOwn(urls, unglued(id))) return location.replace(address(urls[unglued(id)]));
  const anchors = id ? list(id, urls) : null;
  if (anchors?.childElementCount) return place.append(el("p", "Le regole più vicine a questo indirizzo:"), anchors);
  const [, head, rest] = /^(?:([^/]+)\/)?(.*?)\/?(?:(?:index)?\.html?)?$/.exec(id || path) ?? ["", "", id || path];
  const labels = await warm();
  const own = rest && Object.hasOwn(labels, head ?? "");
  const options = { limit: FOUND, ...(own ? { book: head } : {}) };
  const { results } = await search(`${own ? rest : [head, rest].join(" ")} `, options);
  const found = el("ol.trovati");
  fill(found, results, labels, false);
  if (results.length) place.append(el("p", "Forse cercavi:"), found);
}
