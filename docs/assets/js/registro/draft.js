// @ts-check
// A half-filled form survives a reload: its fields stay in the tab until they are sent or left.

/** One of each kind («correzione …», «verdetto …»): looking at one does not lose the other. @param {string} form */
const key = (form) => `prontuario.bozza.${form.split(" ", 1)[0]}`;

/** @param {string} form @returns {Record<string, string> | null} */
export function draft(form) {
  try {
    const { form: of, ...fields } = JSON.parse(sessionStorage.getItem(key(form)) ?? "{}");
    return of === form ? fields : null;
  } catch {
    return null;
  }
}

/** @param {string} form @param {Record<string, string>} fields */
export function keepDraft(form, fields) {
  try {
    const text = JSON.stringify({ ...fields, form });
    if (sessionStorage.getItem(key(form)) !== text) sessionStorage.setItem(key(form), text); // writing is slow, and asked for at every letter
  } catch {
    // it lasts as long as the page
  }
}

/** @param {string} form */
export function dropDraft(form) {
  if (draft(form)) dropDrafts(form);
}

/** Whoever begins something else does not find the fields of before: they may be somebody else's. @param {string} kind */
export function dropDrafts(kind) {
  try {
    sessionStorage.removeItem(key(kind));
  } catch {
    // nothing was kept
  }
}
