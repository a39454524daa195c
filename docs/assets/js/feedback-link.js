// @ts-check
// Make the address of «Segnala un errore»: a mail or issue already filled in.

/**
 * Return the mail or issue address with title and text filled in; "" if the site has none.
 * The address is `extra.report` in mkdocs.yml.
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
