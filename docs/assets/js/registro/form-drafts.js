// Keep half-filled forms across a reload.
// Their fields stay in the tab until they are sent or left.
import { inTab } from "../local-storage.js";

/**
 * Return the key in the tab's storage of a form's fields: one for each kind of form.
 * @param {string} form kind and id: «correzione …», «verdetto …»
 */
const key = (form) => `prontuario.bozza.${form.split(" ", 1)[0]}`;

/**
 * Return a form's fields kept in this tab; null if there are none.
 * @param {string} form kind and id @returns {Record<string, string> | null}
 */
export const draft = (form) =>
  inTab((tab) => {
    const { form: of, ...fields } = JSON.parse(tab.getItem(key(form)) ?? "{}");
    return of === form ? fields : null;
  });

/**
 * Keep a form's fields in this tab, if they have changed: it is called at every letter, and storing is slow.
 * @param {string} form kind and id @param {Record<string, string>} fields
 */
export const keepDraft = (form, fields) =>
  inTab((tab) => {
    const text = JSON.stringify({ ...fields, form });
    if (tab.getItem(key(form)) !== text) tab.setItem(key(form), text);
  });

/** Forget a form's fields. @param {string} form kind and id */
export function dropDraft(form) {
  if (draft(form)) dropDrafts(form);
}

/** Forget the fields of any form of a kind. @param {string} kind */
export const dropDrafts = (kind) => inTab((tab) => tab.removeItem(key(kind)));
