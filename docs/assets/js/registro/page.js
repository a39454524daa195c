// Run the page «Registro», where a judge keeps the penalties given at an event.
import { field } from "../buttons-and-fields.js";
import { el } from "../create-element.js";
import { blankForm } from "./manual-entry-form.js";
import { editForm } from "./edit-form.js";
import { rest, setUpEvents, showRest } from "./events-panel.js";
import { comingIn } from "./import-log.js";
import { listNodes, setUpList, showList } from "./penalty-list.js";
import { opened, registro, registroChanged } from "./log-store.js";
import { nameQuestion, naming, recoverName, setUpNaming, showName } from "./event-name-field.js";
import { current } from "./event-for-penalty.js";
import { showQuestions, unclear } from "./pending-questions.js";
import { trouble } from "./unsaved-data-alert.js";
import { said, say } from "./undo-line.js";
import { games, loadTables } from "./load-needed-games.js";
import { draft } from "./form-drafts.js";
import { booksOf } from "../listed-games.js";
import { listed } from "../verdict/load-games.js";
import { countingIn } from "./player-history.js";
/** @import { Entry } from "./types" */

const app = /** @type {HTMLElement} */ (document.getElementById("giornale"));
const form = el("div");
const site = listed(app.dataset.giochi ?? "");
let editing = "";

/** Update the page; a correction under way ends if its penalty is gone. */
function show() {
  const event = current();
  showName(event);
  showQuestions();
  showList();
  showRest();
  const still = countingIn(registro(), event?.id ?? "").some((e) => e.id === editing);
  if (editing && !still) blank();
}

/** Show the form that corrects a penalty. @param {Entry} entry */
function edit(entry) {
  editing = entry.id;
  form.replaceChildren(
    editForm(
      entry,
      games.get(entry.now.book),
      ({ name, ops, event, written }) => {
        blank();
        say(`Hai corretto la penalità di ${name}.`, written, { ops, event });
      },
      blank
    )
  );
  form.scrollIntoView({ block: "start" });
  form.querySelector("input")?.focus({ preventScroll: true });
}

/** Show the form for a new penalty. */
function blank() {
  editing = "";
  form.replaceChildren(
    blankForm(site, ({ penalty, name, ops, event, written }) => {
      blank();
      say(`Salvato nel Registro: ${penalty} per ${name}.`, written, { ops, event });
    })
  );
}

/** Return the book codes of all recorded penalties. @returns {string[]} */
const mentioned = () => registro().entries.map((e) => e.now.book);

/** Load what the page needs, draw it, and follow changes. */
async function start() {
  await opened;
  const today = booksOf(document.documentElement.dataset.oggi ?? "").filter((book) =>
    site.some(({ id }) => id === book)
  );
  await loadTables([...mentioned(), ...today]);
  app.append(
    field("evento", "Evento", naming),
    nameQuestion,
    said,
    trouble,
    unclear,
    ...listNodes,
    el("div.accanto", form, comingIn()),
    rest
  );
  // else what it says of the one before is read of this one
  form.addEventListener("submit", () => said.replaceChildren(), true);
  app.hidden = false;
  setUpList(edit);
  setUpNaming();
  setUpEvents(blank); // with the event goes what was half typed
  blank();
  recoverName();
  show();
  const half = registro().entries.find((e) => !e.gone.length && draft(`correzione ${e.id}`));
  if (half) edit(half);
  registroChanged(async () => {
    show();
    if (await loadTables(mentioned())) show(); // another phone's penalties may be of another game
  });
}

start();
