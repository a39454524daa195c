// Make buttons and form fields, also the buttons that copy, share or show a QR code.
import { el } from "./create-element.js";

/**
 * Return a button; `more`: further attributes.
 * @param {string} text @param {() => unknown} onclick @param {Record<string, any>} [more]
 */
export const button = (text, onclick, more = {}) => el("button.tasto", { type: "button", onclick, ...more }, text);

/**
 * Return a paragraph with an input and its label; sets the input's `id`.
 * @param {string} id @param {string} label @param {HTMLElement} input
 */
export function field(id, label, input) {
  input.id = id;
  return el("p.campo", el("label", { for: id }, label), input);
}

/** Copy a text to the clipboard; resolve to false if the browser refuses. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea.nascosto", text);
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * Copy a text; if the browser refuses, show it, selected, in `box`, and resolve to false.
 * @param {string} text @param {HTMLElement} box @param {string} label what screen readers call the shown text
 */
export async function copiedOrShown(text, box, label) {
  if (await copied(text)) return true;
  const area = el("textarea", { readonly: true, rows: 10, "aria-label": label }, text);
  box.replaceChildren(area);
  area.select();
  return false;
}

/**
 * Return a «Condividi» button; `false` if the phone cannot share.
 * @param {() => ShareData} what called at a tap, for what is shared @param {Record<string, any>} [more] attributes
 */
export const shareButton = (what, more) =>
  // they changed their mind
  "share" in navigator && button("Condividi", () => navigator.share(what()).catch(() => {}), more);

/**
 * Return a button that shows the page's address as a QR code in `box`, and hides it again.
 * @param {HTMLElement} box @param {string} of what the code is of, in Italian, for screen readers
 * @param {string} otherwise what to do if the address is too long, in Italian
 */
export const codeButton = (box, of, otherwise) =>
  button("Mostra il QR", async () => {
    if (box.querySelector(".qr")) return box.replaceChildren();
    const { qrSvg } = await import("./qr.js");
    try {
      box.replaceChildren(qrSvg(location.href, `Codice QR di ${of}`));
    } catch {
      box.replaceChildren(el("p", `Il collegamento è troppo lungo per un codice QR: ${otherwise}.`));
    }
  });
