// @ts-check
// Keep half-filled forms across a reload.
// Their fields stay in the tab until they are sent or left.
import { inTab } from "../local-storage.js";

/** Return a draft's key, one of each kind: «correzione …», «verdetto …». @param {string} form */
const key = (form) => `prontuario.bozza.${form.split(" ", 1)[0]}`;

/** @param {string} form @returns {Record<string, string> | null} */
export const draft = (form) =>
  inTab((tab) => {
    const { form: of, ...fields } = JSON.parse(tab.getItem(key(form)) ?? "{}");
    return of === form ? fields : null;
  });

/**
 * Store a draft if it has changed, since writing is slow.
 * It is called at every letter.
 * @param {string} form @param {Record<string, string>} fields
 */
export const keepDraft = (form, fields) =>
  inTab((tab) => {
    const text = JSON.stringify({ ...fields, form });
    if (tab.getItem(key(form)) !== text) tab.setItem(key(form), text);
  });

/** @param {string} form */
export function dropDraft(form) {
  if (draft(form)) dropDrafts(form);
}

/**
 * Delete the drafts of a kind, when something else is begun.
 * It may be about somebody else.
 * @param {string} kind
 */
export const dropDrafts = (kind) => inTab((tab) => tab.removeItem(key(kind)));
