// @ts-check
// A half-filled form survives a reload: its fields stay in the tab until they are sent or left.

const KEY = "prontuario.bozza";

/** @param {string} form @returns {Record<string, string> | null} */
export function draft(form) {
  try {
    const { form: of, ...fields } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    return of === form ? fields : null;
  } catch {
    return null;
  }
}

/** The form that was half filled. @returns {string} */
export function draftForm() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}").form ?? "";
  } catch {
    return "";
  }
}

/** @param {string} form @param {Record<string, string>} fields */
export function keepDraft(form, fields) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...fields, form }));
  } catch {
    // it lasts as long as the page
  }
}

/** @param {string} form */
export function dropDraft(form) {
  if (draft(form)) keepDraft("", {});
}

/** Whoever begins something else does not find the fields of before: they may be somebody else's. @param {string} start how the forms' names begin */
export function dropDrafts(start) {
  if (draftForm().startsWith(start)) keepDraft("", {});
}
