// Choose today's game, with which search, Penalità and Tabelle then open.
// In a sheet, or by a link or a poster's QR code.
import { el } from "../create-element.js";
import { address } from "../site-url.js";
import { listedGames } from "../listed-games.js";
import { nearest } from "../language/string-similarity.js";
import { openSheet, say } from "../bottom-sheet.js";
import { tidyName, setToday, todaysGame } from "./todays-game.js";
/** @import { Row } from "../types" */

const FORGETS = "Questo dispositivo non può salvare la scelta: vale finché questa pagina è aperta.";

/** Set today's game; tell if the phone will not remember it. @param {Parameters<typeof setToday>[0] & {}} given */
export const set = (given) => void (setToday(given) || openSheet(`Oggi: ${given.name}`, FORGETS, []));

/** Open the sheet that chooses today's game and the event's name. */
export function choose() {
  const now = todaysGame();
  const event = el("input", { id: "oggi-evento", maxlength: 60, autocomplete: "off", value: now?.event ?? "" });
  event.addEventListener("change", () => {
    const kept = todaysGame();
    if (kept) setToday({ ...kept, event: event.value });
    if (kept) say("Il nome dell’evento è salvato.");
  });
  /** @type {Row[]} */
  const rows = listedGames()
    .filter((game) => game.id !== now?.book)
    .map((game) => ({
      name: `Oggi: ${game.name}`,
      icon: "game",
      act: () => settle({ book: game.id, name: game.name, event: event.value })
    }));
  if (now) rows.unshift({ name: "Tutti i giochi", icon: "close", act: () => settle(null) });
  if (now) rows.push({ name: "Apri il manifesto con il codice QR", icon: "qr", href: address("manifesto/") });
  const text = el(
    "div.oggi__ora",
    now
      ? "Ricerca, Penalità e Tabelle si aprono su questo gioco. La scelta resta sul dispositivo."
      : "Ricerca, Penalità e Tabelle si apriranno sul gioco che scegli.",
    now && el("p.campo", el("label", { for: event.id }, "Nome dell’evento (facoltativo)"), event)
  );
  const sheet = openSheet(now ? `Oggi: ${now.name}` : "Quale gioco arbitri oggi?", text, rows);

  /** Set today's game, or none, and close the sheet. @param {Parameters<typeof setToday>[0]} given */
  function settle(given) {
    if (!setToday(given)) return say(FORGETS);
    sheet.close();
  }
}

/**
 * Ask whether to set the game of an address `/?oggi=GAME&evento=NAME`.
 * The query is removed from the address at once, so that going back does not ask twice.
 * @param {URLSearchParams} asked the query
 */
export function ask(asked) {
  const given = asked.get("oggi") ?? "";
  const event = tidyName(asked.get("evento") ?? "");
  history.replaceState(history.state, "", location.pathname + location.hash);
  const game = listedGames().find((one) => one.id === given.toLowerCase());
  const now = todaysGame();
  if (game && now?.book === game.id && now.event === event) return;
  const [meant = game] = game ? [] : nearest(given, listedGames(), (one) => [one.id, one.name]);
  if (!meant) return;
  const where = event ? ` a «${event}»` : "";
  const says = game
    ? `Ricerca, Penalità e Tabelle si apriranno su ${game.name}${where}. La scelta resta sul dispositivo; la cambi o la togli in cima alla pagina.`
    : `Il collegamento indica un gioco che non c’è: «${given.slice(0, 40)}». Forse intendevi ${meant.name}.`;
  /** @type {Row} */
  const yes = {
    name: `Sì, oggi arbitro ${meant.name}`,
    icon: "game",
    act: () => (setToday({ book: meant.id, name: meant.name, event }) ? sheet.close() : say(FORGETS))
  };
  /** @type {Row} */
  const no = { name: now ? `No, resta ${now.name}` : "No, tutti i giochi", icon: "close", act: () => sheet.close() };
  const sheet = openSheet(`Oggi: ${meant.name}?`, says, [yes, no]);
}
