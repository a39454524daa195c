// Ask whose a penalty is.
// A typed name means a player already recorded or a new one; if that is uncertain, the judge is asked once.
import { field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { newId, registro } from "./log-store.js";
import { counts, entriesIn, inWords, meant, ofPlayer, playerIn, playersOf } from "./player-history.js";
/** @import { Game } from "../verdict/types" */
/** @import { Draft, Person, PersonOptions, Player } from "./types" */

/**
 * Describe a player in Italian, so that namesakes can be told apart: number, tables, penalties.
 * @param {Player} player @param {Game | undefined} game
 */
function told(player, game) {
  const own = ofPlayer(registro(), "", player);
  const tables = [...new Set(own.map((e) => e.now.table).filter(Boolean))];
  const has = game ? inWords(game, counts(registro(), game.book, player)) : "";
  const rest = own.length ? `${own.length} penalità` : "nessuna penalità";
  return [player.number && `n. ${player.number}`, tables.length && `tavolo ${tables.join(", ")}`, has || rest]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Hold the fields that say whose a penalty is: name, number, and a choice among similar names.
 * With `fixed`, a player already known, only his name is shown.
 */
export class PersonFields {
  /**
   * Make the fields, as `nodes`, with what was typed before a reload, without putting them into the page.
   * @param {PersonOptions} options
   */
  constructor({ fixed, event, game, changed, from, grows, self = null }) {
    this.fixed = fixed;
    this.grows = grows;
    this.self = self;
    this.event = event;
    this.game = game;
    this.changed = changed;
    this.name = el("input", { autocomplete: "off", required: true, oninput: () => this.choose("") });
    this.number = el("input", { autocomplete: "off" });
    this.misspelt = el("input", { type: "checkbox" });
    this.renamed = el("label.scelta", this.misspelt, "Il nome era sbagliato: correggilo in tutte le sue penalità");
    this.choice = el("div.chi", { role: "group", "aria-label": "Chi è" });
    this.name.value = from.name ?? "";
    this.number.value = from.number ?? "";
    this.picked = from.picked ?? ""; // a player's id, "new" for somebody else, "" while nobody has said
    this.shown = "";
    this.nodes = fixed
      ? [el("p", "Per: ", el("strong", fixed.name), fixed.number && ` (${fixed.number})`)]
      : [
          field("r-nome", "Giocatore", this.name),
          this.choice,
          field("r-numero", "Numero di tessera o DCI (facoltativo)", this.number),
          this.renamed
        ];
    this.update();
  }

  /** Return who is meant by what is typed and chosen. @returns {Person} */
  person() {
    const { fixed, picked } = this;
    const event = this.event();
    const chosen = playerIn(registro(), fixed?.id ?? picked, event);
    // in another event he is somebody of whom nothing is known yet
    if (fixed) return { name: (chosen ?? fixed).name, player: chosen, open: false, namesakes: [] };
    const name = this.name.value.trim().replace(/\s+/g, " ");
    const player = chosen ?? (this.misspelt.checked ? this.self : null);
    if (player) return { name, player, open: false, namesakes: [] };
    const { exact, variants } = meant(playersOf(registro(), event), name);
    const namesakes = [...exact, ...variants];
    if (!namesakes.length || picked === "new") return { name, player: null, open: false, namesakes };
    if (exact.length === 1 && exact[0].id === this.self?.id)
      return { name, player: exact[0], open: false, namesakes: [] };
    // a name alone expels nobody: where his history decides it is asked again
    const sure = exact.length === 1 && !variants.length && this.taken(exact[0]) && !this.grows(exact[0]);
    return { name, player: sure ? exact[0] : null, open: !sure, namesakes };
  }

  /**
   * Tell whether a name alone is enough to mean this player: he was chosen before, or no penalty of his counts.
   * @param {Player} only
   */
  taken(only) {
    const own = entriesIn(registro(), only.event).filter((e) => e.player === only.id);
    return own.length > 1 || own.every((e) => e.gone.length);
  }

  /** Put the similar names into `choice` as buttons, and the question if one must be chosen. */
  update() {
    if (this.fixed) return;
    this.name.setCustomValidity("");
    const { open, player, name: typed } = this.person();
    const { self } = this;
    this.renamed.hidden =
      !self || !typed || typed === self.name || Boolean(player && !(this.misspelt.checked && player.id === self.id));
    const { exact, variants, near } = meant(playersOf(registro(), this.event()), this.name.value);
    const same = [...exact, ...variants];
    const known = [...same, ...near].map((p) => ({ id: p.id, name: p.name, more: told(p, this.game()) }));
    const key = JSON.stringify([this.picked, open, player?.id, known]);
    if (key === this.shown) return;
    this.shown = key;
    const another = { id: "new", name: "Un’altra persona", more: "non ancora nel Registro" };
    const chosen = this.picked === "new" ? "new" : player?.id;
    this.choice.replaceChildren(
      ...(open ? [el("p.domanda", same.length > 1 ? "Quale di questi?" : "È la stessa persona?")] : []),
      ...[...known, ...(same.length ? [another] : [])].map(({ id, name, more }) => {
        const onclick = () => this.choose(this.picked === id && id !== "new" ? "" : id);
        const state = { type: "button", "aria-pressed": String(id === chosen), onclick };
        return el("button.tasto", state, el("strong", name), more && el("small", more));
      })
    );
  }

  /** Choose whom the typed name means. @param {string} id player's id, "new" for somebody else, "" for nobody yet */
  choose(id) {
    this.picked = id;
    const own = registro().players.get(id);
    if (own && !meant([own], this.name.value).variants.length) this.name.value = own.name;
    this.update();
    this.changed();
  }

  /** Return the fields to keep for a reload. */
  fields() {
    return { name: this.name.value, number: this.number.value, picked: this.picked };
  }

  /** Trim the name; return false, and show a message, if it is still open who is meant. */
  valid() {
    this.name.value = this.name.value.trim();
    const { open } = this.person();
    this.name.setCustomValidity(open ? "Prima indica se è lo stesso giocatore." : "");
    return !open;
  }

  /**
   * Return the player's id, and the operations that record him or what is new about him; `own`: the penalty corrected
   * was his already.
   * @returns {{player: string, drafts: Draft[], own?: boolean}}
   */
  drafts() {
    const { fixed, self } = this;
    const { player, name, namesakes } = this.person();
    const number = fixed?.number ?? this.number.value.trim();
    const record = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ number) =>
      /** @type {Draft} */ ({ t: "player", player: id, name, number });
    if (player && player.id === self?.id) {
      const emptied = player.records.filter((r) => !number && r.number && r.id !== player.id);
      const same = name === player.name && number === player.number;
      const drafts = [...emptied.map((r) => record(r.id, r.name, "")), record(player.id, name, number)];
      return { player: player.id, drafts: same ? [] : drafts, own: true };
    }
    if (player) {
      const numbered = record(player.id, player.name, number || player.number);
      if (fixed || !meant([player], name).variants.length)
        return { player: player.id, drafts: !fixed && number && number !== player.number ? [numbered] : [] };
      // another spelling of his name is a record of his, so that nobody is asked about it again; the name stays his
      const other = newId();
      return {
        player: player.id,
        drafts: [record(other, name, ""), { t: "same", a: other, b: player.id }, numbered]
      };
    }
    const fresh = newId();
    const others = namesakes.map((p) => /** @type {Draft} */ ({ t: "other", a: fresh, b: p.id }));
    return { player: fresh, drafts: [record(fresh, name, number), ...others] };
  }
}
