// @ts-check
// The line that says what was done, once it is written, with the «Annulla» that undoes that and nothing else.
import { button } from "../page-controls.js";
import { el } from "../dom.js";
import { enter, kept, unwritten } from "./log-in-memory.js";
/** @import { Draft, Undo } from "./types.d.ts" */

export const said = el("p", { role: "status", class: "fatto", tabindex: -1 });
let turn = 0; // which sentence stands there
const LATE = 400; // milliseconds after which it is said that something is still being written

/** Shows a text that nothing has to be waited for. @param {string} text */
export function tell(text) {
  turn++;
  said.replaceChildren(text);
  keepFocus();
}

/**
 * Says what was done, and whether it is written.
 * @param {string} text
 * @param {Promise<boolean>} written
 * @param {Undo} [undo]
 */
export function say(text, written, undo) {
  const mine = ++turn;
  const bare = text.replace(/\.$/, "");
  said.replaceChildren();
  const late = setTimeout(() => mine === turn && said.replaceChildren(`${bare}…`), LATE); // who listens hears a result once
  keepFocus();
  const back =
    undo &&
    button("Annulla", () => {
      const { written: undone } = enter(undo.event, { t: "undone", undoes: undo.ops });
      undo.after?.();
      say("Annullato.", undone);
    });
  const show = (/** @type {boolean} */ done) => {
    clearTimeout(late);
    if (mine !== turn) return;
    const missing = document.activeElement === back;
    said.replaceChildren(done ? text : `Non salvato. ${text.replace("Salvato nel Registro: ", "")}`, " ", back ?? "");
    if (missing) back?.focus();
  };
  written.then((done) => {
    show(done);
    if (!done) kept(() => unwritten().ops.length || show(true));
  });
}

/**
 * Writes what was done in an event, and says it.
 * @param {string} event
 * @param {string} text
 * @param {...Draft} drafts
 */
export function act(event, text, ...drafts) {
  actAnd(undefined, event, text, ...drafts);
}

/**
 * Does the same where «Annulla» also takes back something that the phone has decided.
 * @param {(() => void) | undefined} after
 * @param {string} event
 * @param {string} text
 * @param {...Draft} drafts
 */
export function actAnd(after, event, text, ...drafts) {
  const { ops, written } = enter(event, ...drafts);
  say(text, written, { ops: ops.map((op) => op.id), event, after });
}

/** Gives the focus a place where the button that had it is gone: the next key does not begin the page again. */
function keepFocus() {
  if (document.activeElement === document.body || !document.activeElement) said.focus({ preventScroll: true });
}
