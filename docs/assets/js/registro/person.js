// @ts-check
// Whose penalty it is: a name typed becomes a record, new or known. The same name again asks «lo stesso?» once.
import { el } from "../dom.js";
import { registro } from "./memory.js";
import { confirmed, counts, inWords, near, ofPlayer, playersOf, sameName } from "./model.js";
import { field } from "./show.js";

/** @typedef {import("./log.js").Player} Player @typedef {import("./log.js").Draft} Draft @typedef {import("../verdict/verdict.js").Game} Game */
/** @typedef {{name: string, player: Player | null, open: boolean, namesakes: Player[]}} Person `open`: it must still be said who he is */

/** What tells two people of one name apart. @param {Player} player @param {Game | undefined} game */
function told(player, game) {
  const own = registro().entries.filter((e) => e.player === player.id && !e.gone.length);
  const tables = [...new Set(own.map((e) => e.now.table).filter(Boolean))];
  const has = game ? inWords(game, counts(registro(), game.book, player.id)) : "";
  const rest = own.length ? (own.length === 1 ? "1 penalità" : `${own.length} penalità`) : "nessuna penalità";
  return [player.number && `n. ${player.number}`, tables.length && `tavolo ${tables.join(", ")}`, has || rest].filter(Boolean).join(" · ");
}

/**
 * The fields of a person. `fixed` is somebody who is already known; then only his name is shown.
 * @param {{fixed: Player | null, event: () => string, game: () => Game | undefined, changed: () => void, from: Record<string, string>}} options
 */
export function personFields({ fixed, event, game, changed, from }) {
  const name = el("input", { autocomplete: "off", required: true, oninput: typed });
  const number = el("input", { autocomplete: "off" });
  const choice = el("div", { class: "chi", role: "group", "aria-label": "Chi è" });
  name.value = from.name ?? "";
  number.value = from.number ?? "";
  let picked = from.picked ?? ""; // a player's id, "new" for somebody else, "" while nobody has said
  let shown = "";
  const nodes = fixed
    ? [el("p", {}, "Per: ", el("strong", {}, fixed.name), fixed.number && ` (${fixed.number})`)]
    : [field("r-nome", "Giocatore", name), choice, field("r-numero", "Numero (DCI, tessera), se serve", number)];

  /** @returns {Person} */
  const person = () => {
    const text = name.value.trim().replace(/\s+/g, " ");
    if (fixed) {
      const known = registro().players.get(fixed.id) ?? fixed;
      // in another event he is somebody of whom nothing is known yet
      return { name: known.name, player: known.event === event() ? known : null, open: false, namesakes: [] };
    }
    const exact = sameName(playersOf(registro(), event()), text);
    const chosen = registro().players.get(picked);
    if (chosen && chosen.event === event()) return { name: text, player: chosen, open: false, namesakes: [] };
    if (!exact.length || picked === "new") return { name: text, player: null, open: false, namesakes: exact };
    const [only] = exact;
    const sure = exact.length === 1 && (confirmed(registro(), only) || !registro().entries.some((e) => e.player === only.id && !e.gone.length));
    return { name: text, player: sure ? only : null, open: !sure, namesakes: exact };
  };

  /** The names that it may be, as buttons; the question, where one must be answered. */
  function update() {
    if (fixed) return;
    name.setCustomValidity("");
    const all = playersOf(registro(), event());
    const [exact, others] = [sameName(all, name.value), near(all, name.value)];
    const now = person();
    const key = JSON.stringify([picked, now.open, now.player?.id, [...exact, ...others].map((p) => [p.id, p.name, told(p, game())])]);
    if (key === shown) return;
    shown = key;
    const pick = (/** @type {string} */ id, /** @type {string} */ text, /** @type {string} */ more, /** @type {boolean} */ on) =>
      el("button", { type: "button", class: "tasto", "aria-pressed": String(on), onclick: () => choose(id) }, el("strong", {}, text), more ? el("small", {}, more) : null);
    const known = [...exact, ...others].map((p) => pick(p.id, p.name, told(p, game()), now.player?.id === p.id));
    const another = exact.length ? [pick("new", "Un’altra persona", "con lo stesso nome", picked === "new")] : [];
    const ask = now.open ? [el("p", { class: "domanda" }, exact.length > 1 ? "Quale di questi?" : "È lo stesso?")] : [];
    choice.replaceChildren(...ask, ...known, ...another);
  }
  /** @param {string} id */
  function choose(id) {
    picked = picked === id && id !== "new" ? "" : id;
    const own = registro().players.get(picked);
    if (own) name.value = own.name;
    update();
    changed();
  }
  function typed() {
    picked = "";
    update();
    changed();
  }
  update();

  return {
    nodes,
    person,
    update,
    fields: () => ({ name: name.value, number: number.value, picked }),
    /** Says what is missing, on the field itself: spaces are no name. */
    valid() {
      name.value = name.value.trim();
      const { open } = person();
      name.setCustomValidity(open ? "Di’ prima se è lo stesso giocatore." : "");
      return !open;
    },
    /** The record's id, and what must be written for it to exist. @param {(kind: string) => string} id @returns {{player: string, drafts: Draft[]}} */
    drafts(id) {
      const { player, name: text, namesakes } = person();
      const more = fixed?.number ?? number.value.trim();
      if (player) {
        const numbered = more && more !== player.number && !fixed;
        return { player: player.id, drafts: numbered ? [{ t: "player", player: player.id, name: player.name, number: more }] : [] };
      }
      const fresh = id("player");
      /** @type {Draft[]} */
      const others = namesakes.map((p) => ({ t: "other", a: fresh, b: p.id }));
      return { player: fresh, drafts: [{ t: "player", player: fresh, name: text, number: more }, ...others] };
    },
  };
}

/** @param {Game} game @param {Player | null} player */
export const hasOf = (game, player) => (player ? counts(registro(), game.book, player.id) : {});
/** @param {Game} game @param {Player | null} player */
export const entriesOf = (game, player) => (player ? ofPlayer(registro(), game.book, player.id) : []);
