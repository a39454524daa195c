// Make the address of «Segnala un errore»: a mail or issue already filled in.

/**
 * Return the address of «Segnala un errore» (`extra.report` in mkdocs.yml), a mail or issue filled in; "" if there is
 * none.
 * @param {string} title @param {string} text
 */
export function reportAddress(title, text) {
  const to = document.querySelector("[data-segnala]")?.dataset.segnala;
  if (!to) return "";
  const name = to.startsWith("mailto:") ? "subject" : "title";
  const fields = [
    [name, `Errore: ${title}`],
    ["body", `${text}\n\nChe cosa non va:\n`]
  ];
  return (
    to + (to.includes("?") ? "&" : "?") + fields.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")
  );
}
