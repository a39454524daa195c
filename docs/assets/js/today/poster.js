// Make the poster for the door, whose QR code sets a visitor's game of today.
import { address } from "../site-url.js";
import { qrSvg } from "../qr.js";
import { tidyName, todaysGame } from "./todays-game.js";

/** Run the form that makes the poster, and draw the poster at each change. @param {HTMLElement} place holds both */
export function setup(place) {
  const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
  const book = /** @type {HTMLSelectElement} */ (form.elements.namedItem("gioco"));
  const event = /** @type {HTMLInputElement} */ (form.elements.namedItem("evento"));
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (place.querySelector(`[data-parte="${name}"]`));
  const now = todaysGame();
  if (now && Array.from(book.options).some((option) => option.value === now.book)) book.value = now.book;
  event.value = now?.event ?? "";
  place.hidden = false;
  form.addEventListener("input", draw);
  form.addEventListener("submit", (submitted) => {
    submitted.preventDefault();
    print();
  });
  draw();

  function draw() {
    const chosen = book.selectedOptions[0];
    const name = tidyName(event.value);
    const query = new URLSearchParams({ oggi: book.value, ...(name && { evento: name }) });
    const url = address(`?${query}`);
    part("evento").textContent = name;
    part("gioco").textContent = chosen.dataset.gioco ?? "";
    part("edizione").textContent = chosen.dataset.edizione ?? "";
    part("indirizzo").textContent = url;
    part("codice").replaceChildren(qrSvg(url, `Codice QR di ${url}`));
    part("foglio").dataset.book = book.value;
  }
}
