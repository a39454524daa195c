// @ts-check
// L’ingresso di ogni pagina: poche righe qui, il resto nei moduli, caricati quando servono.

/** La radice del sito, qualunque sia la cartella in cui sta. */
export const base = new URL("../../", import.meta.url);

/** Lo schema dei colori: quello del telefono finché non si tocca il pulsante. */
function setupScheme() {
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(".schema"));
  if (!button) return;
  const root = document.documentElement;
  const dark = () =>
    root.dataset.schema ? root.dataset.schema === "scuro" : matchMedia("(prefers-color-scheme: dark)").matches;
  const label = () => button.setAttribute("aria-label", dark() ? "Passa allo schema chiaro" : "Passa allo schema scuro");
  button.hidden = false;
  label();
  button.addEventListener("click", () => {
    root.dataset.schema = dark() ? "chiaro" : "scuro";
    try {
      localStorage.setItem("prontuario.schema", root.dataset.schema);
    } catch {
      // senza memoria lo schema vale per questa pagina
    }
    label();
  });
}

setupScheme();
