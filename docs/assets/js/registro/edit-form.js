// Show the form that corrects a recorded penalty, computing it as when it was given.
// What the present edition does not know stays as written, and a penalty cannot move to another game.
import { button, field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { draft, dropDraft } from "./form-drafts.js";
import { grownNote, recordForm } from "./new-penalty-form.js";
import { registro } from "./log-store.js";
import { fieldsIn } from "./operations.js";
import { hour } from "./local-time.js";
import { earlierOf, inWords, historyFor, ofPlayer, playerIn } from "./player-history.js";
import { baseOf, expectedOf, standing } from "./penalty-escalation.js";
import { infractionsOf, options, penaltiesOf } from "./penalty-form-fields.js";
/** @import { Game } from "../verdict/types" */
/** @import { Entry, Fields, Player, Recorded, Work } from "./types" */

/**
 * Return the form that corrects a recorded penalty.
 * @param {Entry} entry @param {Game | undefined} game its decision data, if loaded
 * @param {(given: Recorded) => void} done called once corrected
 * @param {() => void} leave called if left without correcting
 */
export function editForm(entry, game, done, leave) {
  const { now } = entry;
  const id = `correzione ${entry.id}`;
  const base = game ? baseOf(game, now) : "";
  const self = playerIn(registro(), entry.player, entry.event);
  const from = draft(id) ?? written(entry, game, base, self);
  const infraction = options(infractionsOf(game), from.infraction, now.infractionTitle);
  const penalty = options(penaltiesOf(game), from.penalty, now.penaltyTitle);
  let seen = entry.heads;
  const title = () => infractionsOf(game).find(([one]) => one === infraction.value)?.[1] ?? now.infractionTitle;
  return recordForm({
    id,
    label: "Correggi la penalità",
    before: [el("h2", "Correggi la penalità"), el("p", game?.game ?? now.book)],
    after: [field("g-infrazione", "Infrazione", infraction), field("g-penalita", "Penalità", penalty)],
    keep: () => ({ penalty: penalty.value, infraction: infraction.value }),
    subject() {
      // without its tables, or with a penalty that they do not have, only what stands around it can be corrected
      if (!game || (!base && penalty.value === now.penalty)) return null;
      const same = infraction.value === now.infraction && penalty.value === base;
      return {
        game,
        infraction: { id: infraction.value, title: title() },
        bases: [penalty.value],
        answers: same ? now.answers : []
      };
    },
    corrected: {
      entry,
      from,
      self,
      leave: button("Lascia com’era", () => (dropDraft(id), leave())),
      occasion: {
        nodes: [],
        update() {},
        fields: () => ({ occasion: "" }),
        event: () => entry.event,
        drafts: () => ({ at: now.event, drafts: [], choose() {} })
      },
      notes: (work, fields) => notesOn(entry, work, fields),
      changed() {
        const { heads = [] } = registro().entries.find((e) => e.id === entry.id) ?? {};
        if (heads.join() === seen.join()) return "";
        seen = heads;
        return "Nel frattempo la penalità è stata corretta altrove: controllala nell’elenco; se la tua versione è quella giusta, salva di nuovo.";
      },
      operation: (fields) => ({
        ...fieldsIn(now),
        infraction: infraction.value,
        infractionTitle: title(),
        ...fields,
        t: "corrected",
        entry: entry.id,
        seen
      })
    },
    done
  });
}

/**
 * Return the form's fields as recorded.
 * @param {Entry} entry @param {Game | undefined} game
 * @param {string} base id of the penalty before escalation, "" if unknown
 * @param {Player | null} player whose the penalty is @returns {Record<string, string>}
 */
function written(entry, game, base, player) {
  const { table, round, note, reason, infraction, penalty, book } = entry.now;
  const earlier = earlierOf(registro(), book, player, entry);
  const comes = base && game ? expectedOf(game, { ...entry.now, base }, earlier) : null;
  return {
    name: player?.name ?? "",
    number: player?.number ?? "",
    picked: entry.player,
    table,
    round,
    note,
    reason,
    infraction,
    penalty: base || penalty,
    instead: comes && reason && comes.end !== penalty ? penalty : ""
  };
}

/**
 * Return the notes below the form: history, escalation, later penalties to recheck.
 * @param {Entry} entry @param {Work} work what the form computes
 * @param {(player: string) => Fields} fields returns what would be recorded for a player
 */
function notesOn(entry, { about, player, name, earlier, result, departs }, fields) {
  const { game, infraction } = about;
  const has = inWords(game, historyFor(game, earlier, { infraction: infraction.id, time: entry.now.time }));
  return [
    has && el("p", `Prima di questa penalità ${player?.name ?? name} aveva ${has}.`),
    result && result.end !== result.given && !departs ? grownNote(game, result) : "",
    ...(player ? later(entry, game, player, fields(player.id)) : []).map(({ entry: { now }, title }) => {
      const what = `la penalità delle ${hour(now.time)} (${now.penaltyTitle}): dovrebbe essere ${title}`;
      return el("p", `Se registri questa correzione, rivedi anche ${what}.`);
    })
  ];
}

/**
 * Return marks of the penalties that a correction makes wrong, each with what it should be.
 * @param {Entry} entry @param {Game} game @param {Player} player chosen in the form @param {Fields} fields as corrected
 */
function later(entry, game, player, fields) {
  const state = registro();
  const corrected = { ...entry, player: player.id, now: { ...entry.now, ...fields } };
  const entries = state.entries.map((e) => (e.id === entry.id ? corrected : e));
  const marked = new Set(standing(game, ofPlayer(state, game.book, player)).map((m) => m.entry.id)).add(entry.id);
  return standing(game, ofPlayer({ ...state, entries }, game.book, player)).filter((m) => !marked.has(m.entry.id));
}
