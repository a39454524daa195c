// Add a verdict to the decision being composed.
// The answers and counts that led to it are kept, never a player's name.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { button } from "../buttons-and-fields.js";
import { FULL, add, count, has } from "./draft-decision.js";
/** @import { Game, Infraction, State, Verdict } from "../verdict/types" */

/**
 * Add a verdict to the decision being composed; return what to show.
 * That is a message, a link to the decision, and a button that adds the cited rules too.
 * @param {{game: Game, infraction: Infraction, state: State}} one @param {Verdict} result
 * @param {string[]} cited anchors of the rules that decide it @returns {(Node | string)[]}
 */
export function addVerdict({ game, infraction, state }, { lowest, highest }, cited) {
  const end = [...new Set([lowest, highest])];
  const { full, kept } = add({
    kind: "verdict",
    book: game.book,
    infraction: infraction.id,
    answers: state.r,
    history: state.s,
    end
  });
  if (full) return [FULL];
  const said = el(
    "span",
    kept ? "Il verdetto è nella decisione. " : "Il verdetto è nella decisione, ma questo dispositivo non può salvarla. "
  );
  const open = el("a.tasto", { href: address("decisione/") });
  const counted = () => (open.textContent = `Apri la decisione (${count()})`);
  counted();
  const missing = cited.filter((id) => !has(id));
  if (!missing.length) return [said, open];
  const words = missing.length === 1 ? "Aggiungi la regola citata" : `Aggiungi le ${missing.length} regole citate`;
  const more = button(words, async () => {
    said.textContent = (await addRules(missing)) ? `${FULL} ` : "Hai aggiunto il verdetto e le sue regole. ";
    more.remove();
    counted();
    open.focus();
  });
  return [said, open, " ", more];
}

/**
 * Add rules to the decision with their texts' fingerprints; return whether one found no room.
 * @param {string[]} ids their anchors
 */
async function addRules(ids) {
  const items = ids.map((id) => ({ kind: /** @type {"rule"} */ ("rule"), id, hash: "" }));
  const { gather } = await import("./rebuild-decision.js");
  const shown = await gather(items).catch(() => []); // without a network a change of the text will not be known
  const hashes = new Map(shown.flatMap((one) => (one.kind === "rule" ? [[one.id, one.hash]] : [])));
  return items.map((item) => add({ ...item, hash: hashes.get(item.id) ?? "" })).some(({ full }) => full);
}
