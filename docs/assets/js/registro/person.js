// @ts-check
// Whose penalty it is: a name typed becomes a record, new or known. The same name again asks «lo stesso?» once.
import { field } from "../controls.js";
import { el } from "../dom.js";
import { registro } from "./memory.js";
import { confirmed, counts, inWords, near, ofPlayer, playersOf, sameName } from "./model.js";

/** @typedef {import("./log.js").Player} Player @typedef {import("./log.js").Draft} Draft @typedef {import("../verdict/verdict.js").Game} Game */
/** @typedef {{name: string, player: Player | null, open: boolean, namesakes: Player[]}} Person `open`: it must still be said who he is */

/** What tells two people of one name apart. @param {Player} player @param {Game | undefined} game */
function told(player, game) {
  const own = registro().entries.filter((e) => e.player === player.id && !e.gone.length);
  const tables = [...new Set(own.map((e) => e.now.table).filter(Boolean))];
  const has = game ? inWords(game, counts(registro(), game.book, player.id)) : "";
  const rest = own.length ? (own.length === 1 ? "1 penalità" : `${own.length} penalità`) : "nessuna penalità";
  return [player.number && `n. ${player.number}`, tables.length && `tavolo ${tables.join(", ")}`, has || rest]
    .filter(Boolean)
    .join(" · ");
}

/** The fields of a person. `fixed` is somebody who is already known; then only his name is shown. */
export class PersonFields {
  /** @param {{fixed: Player | null, event: () => string, game: () => Game | undefined, changed: () => void, from: Record<string, string>}} options */
  constructor({ fixed, event, game, changed, from }) {
    this.fixed = fixed;
    this.event = event;
    this.game = game;
    this.changed = changed;
    this.name = el("input", { autocomplete: "off", required: true, oninput: () => this.choose("") });
    this.number = el("input", { autocomplete: "off" });
    this.choice = el("div", { class: "chi", role: "group", "aria-label": "Chi è" });
    this.name.value = from.name ?? "";
    this.number.value = from.number ?? "";
    this.picked = from.picked ?? ""; // a player's id, "new" for somebody else, "" while nobody has said
    this.shown = "";
    this.nodes = fixed
      ? [el("p", {}, "Per: ", el("strong", {}, fixed.name), fixed.number && ` (${fixed.number})`)]
      : [
          field("r-nome", "Giocatore", this.name),
          this.choice,
          field("r-numero", "Numero (DCI, tessera), se serve", this.number)
        ];
    this.update();
  }

  /** @returns {Person} */
  person() {
    const { fixed, picked } = this;
    const event = this.event();
    if (fixed) {
      const known = registro().players.get(fixed.id) ?? fixed;
      // in another event he is somebody of whom nothing is known yet
      return { name: known.name, player: known.event === event ? known : null, open: false, namesakes: [] };
    }
    const name = this.name.value.trim().replace(/\s+/g, " ");
    const exact = sameName(playersOf(registro(), event), name);
    const chosen = registro().players.get(picked);
    if (chosen && chosen.event === event) return { name, player: chosen, open: false, namesakes: [] };
    if (!exact.length || picked === "new") return { name, player: null, open: false, namesakes: exact };
    const [only] = exact;
    const sure =
      exact.length === 1 &&
      (confirmed(registro(), only) || !registro().entries.some((e) => e.player === only.id && !e.gone.length));
    return { name, player: sure ? only : null, open: !sure, namesakes: exact };
  }

  /** The names that it may be, as buttons; the question, where one must be answered. */
  update() {
    if (this.fixed) return;
    this.name.setCustomValidity("");
    const all = playersOf(registro(), this.event());
    const [exact, others] = [sameName(all, this.name.value), near(all, this.name.value)];
    const { open, player } = this.person();
    const known = [...exact, ...others].map((p) => ({ id: p.id, name: p.name, more: told(p, this.game()) }));
    const key = JSON.stringify([this.picked, open, player?.id, known]);
    if (key === this.shown) return;
    this.shown = key;
    const pick = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {string} */ more,
      /** @type {boolean} */ on
    ) =>
      el(
        "button",
        {
          type: "button",
          class: "tasto",
          "aria-pressed": String(on),
          onclick: () => this.choose(this.picked === id && id !== "new" ? "" : id)
        },
        el("strong", {}, text),
        more ? el("small", {}, more) : null
      );
    const another = exact.length ? [pick("new", "Un’altra persona", "con lo stesso nome", this.picked === "new")] : [];
    const ask = open ? [el("p", { class: "domanda" }, exact.length > 1 ? "Quale di questi?" : "È lo stesso?")] : [];
    this.choice.replaceChildren(
      ...ask,
      ...known.map(({ id, name, more }) => pick(id, name, more, player?.id === id)),
      ...another
    );
  }

  /** @param {string} id as `picked` */
  choose(id) {
    this.picked = id;
    const own = registro().players.get(id);
    if (own) this.name.value = own.name;
    this.update();
    this.changed();
  }

  fields() {
    return { name: this.name.value, number: this.number.value, picked: this.picked };
  }

  /** Says what is missing, on the field itself: spaces are no name. */
  valid() {
    this.name.value = this.name.value.trim();
    const { open } = this.person();
    this.name.setCustomValidity(open ? "Di’ prima se è lo stesso giocatore." : "");
    return !open;
  }

  /** The record's id, and what must be written for it to exist. @param {(kind: string) => string} id @returns {{player: string, drafts: Draft[]}} */
  drafts(id) {
    const { player, name, namesakes } = this.person();
    const number = this.fixed?.number ?? this.number.value.trim();
    if (player) {
      const numbered = number && number !== player.number && !this.fixed;
      return {
        player: player.id,
        drafts: numbered ? [{ t: "player", player: player.id, name: player.name, number }] : []
      };
    }
    const fresh = id("player");
    /** @type {Draft[]} */
    const others = namesakes.map((p) => ({ t: "other", a: fresh, b: p.id }));
    return { player: fresh, drafts: [{ t: "player", player: fresh, name, number }, ...others] };
  }
}

/** @param {Game} game @param {Player | null} player */
export const hasOf = (game, player) => (player ? counts(registro(), game.book, player.id) : {});
/** @param {Game} game @param {Player | null} player */
export const entriesOf = (game, player) => (player ? ofPlayer(registro(), game.book, player.id) : []);
