// Show what was done once it is stored, with «Annulla» to undo just that.
import { button } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { enter, kept, unwritten } from "./log-store.js";
/** @import { Draft, Undo } from "./types" */

export const said = el("p.fatto", { role: "status", tabindex: -1 });
let turn = 0; // which sentence stands there
const LATE = 400; // milliseconds after which it is said that something is still being written

/** Show a message at once. @param {string} text */
export function tell(text) {
  turn++;
  said.replaceChildren(text);
  keepFocus();
}

/**
 * Show a message of what was done, once it is stored, or that it could not be stored.
 * @param {string} text @param {Promise<boolean>} written whether it is stored
 * @param {Undo} [undo] what «Annulla» undoes
 */
export function say(text, written, undo) {
  const mine = ++turn;
  const bare = text.replace(/\.$/, "");
  said.replaceChildren();
  const late = setTimeout(() => mine === turn && said.replaceChildren(`${bare.replace(/^Salvato/, "Salvo")}…`), LATE); // who listens hears a result once
  keepFocus();
  const back =
    undo &&
    button("Annulla", () => {
      const drafts = undo.ops.length ? [{ t: /** @type {const} */ ("undone"), undoes: undo.ops }] : [];
      const { written: undone } = enter(undo.event, ...drafts);
      undo.after?.();
      say(`Hai annullato: ${asDone(text)}`, undone);
    });
  const show = (/** @type {boolean} */ done) => {
    clearTimeout(late);
    if (mine !== turn) return;
    const missing = document.activeElement === back;
    said.replaceChildren(
      done ? text : `La modifica non è salvata. ${text.replace("Salvato nel Registro: ", "")}`,
      " ",
      back ?? ""
    );
    if (missing) back?.focus();
  };
  written.then((done) => {
    show(done);
    if (!done) kept(() => unwritten().ops.length || show(true));
  });
}

/** Do as `actAnd`, with nothing more to restore. @param {string} event @param {string} text @param {...Draft} drafts */
export const act = (event, text, ...drafts) => actAnd(undefined, event, text, ...drafts);

/**
 * Write operations in an event, and show what was done, with «Annulla».
 * Resolves to whether they are stored.
 * @param {(() => void) | undefined} after called only by «Annulla», to restore what operations do not record, such as
 *   which event is open on this phone
 * @param {string} event its id @param {string} text the message @param {...Draft} drafts the operations
 */
export function actAnd(after, event, text, ...drafts) {
  const { ops, written } = enter(event, ...drafts);
  say(text, written, { ops: ops.map((op) => op.id), event, after });
  return written;
}

/** Return a message as what is undone: «hai tolto Ammonizione di Ada Rossi.» @param {string} text */
const asDone = (text) =>
  text
    .replace("Salvato nel Registro: ", "")
    .replace(/^(Hai [^ :]+|Resta così|L’):?/, (_, words) => words.toLowerCase());

/** Move the focus to the message if the button that had it is gone. */
function keepFocus() {
  if (document.activeElement === document.body || !document.activeElement) said.focus({ preventScroll: true });
}
