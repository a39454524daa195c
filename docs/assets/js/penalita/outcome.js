// @ts-check
// Il verdetto: si legge dall’alto in basso come si pronuncia.
import { copied, el, mark } from "../dom.js";
import { button, details, field, warning } from "../registro/form.js";
import { history as registered, put } from "../registro/model.js";
import { load, player, save } from "../registro/memory.js";
import { penalty, verdict } from "./verdict.js";

/** @typedef {import("./verdict.js").Game} Game @typedef {import("./verdict.js").Verdict} Verdict */
/** @typedef {{game: Game, infraction: import("./verdict.js").Infraction, row: import("./verdict.js").Row, steps: any[], state: import("./address.js").State, known: import("./verdict.js").History, go: (state: import("./address.js").State) => void}} Case */

/** @param {Case} one @returns {Node[]} */
export function verdictScreen(one) {
  const { game, row, known } = one;
  const result = verdict(game, row, known);
  const said = spoken(game, result);
  const ends = [...new Set([result.lowest, result.highest])].map((id) => penalty(game, id));
  const parts = [
    el(
      "h2",
      { class: "penale", "data-qui": `${said} – ${one.infraction.title}`, "data-annuncio": `Verdetto: ${said}` },
      ends.length > 1 ? el("span", { class: "tra" }, "da ") : "",
      mark(ends[0]),
      ...(ends.length > 1 ? [el("span", { class: "tra" }, " a "), mark(ends[1])] : []),
    ),
    along(game, result),
    growth(game, result),
    ends.length > 1 && row.weighs ? el("p", { class: "pesa" }, el("strong", {}, "Che cosa si pesa. "), el("span", { html: row.weighs })) : null,
    row.remedy.length ? section("Cosa fare", "ol", row.remedy) : null,
    records(game, one, result),
    reasons(game, one, result),
    actions(one, result, said),
  ];
  return [el("article", { class: "verdetto" }, ...parts)];
}

/** «Ammonizione», «da Ammonizione a Espulsione». @param {Game} game @param {Verdict} result */
function spoken(game, result) {
  const [low, high] = [penalty(game, result.lowest).title, penalty(game, result.highest).title];
  return low === high ? low : `da ${low} a ${high}`;
}

/** @param {Game} game @param {Verdict} result */
function along(game, result) {
  const also = result.outcomes.filter((o) => o.also.length);
  if (!also.length) return null;
  const range = result.lowest !== result.highest;
  const texts = [...new Set(also.map((o) => `${range ? `Con ${penalty(game, o.penalty).title} anche` : "E con questa"}: ${o.also.map((id) => penalty(game, id).title).join(", ")}`))];
  return el("div", { class: "anche" }, ...texts.map((text) => el("p", {}, text)));
}

/** La crescita come un passo, con la sua citazione. @param {Game} game @param {Verdict} result */
function growth(game, result) {
  const steps = result.outcomes.filter((o) => o.steps.some((s) => s.rule)).flatMap((o) => o.steps);
  const unique = [...new Map(steps.map((s) => [`${s.before} ${s.after} ${s.rule}`, s])).values()];
  if (!unique.length) return null;
  return el(
    "section",
    { class: "crescita" },
    el("h3", {}, "Per quello che ha già"),
    ...unique.map((step) => {
      const rule = game.escalations.find((e) => e.id === step.rule);
      const [before, after] = [mark(penalty(game, step.before)), mark(penalty(game, step.after))];
      if (!rule) return el("p", {}, before, " porta con sé ", after, ". ", ...cites(game, step.cites));
      return el("p", {}, before, " → ", after, el("br"), el("span", { html: rule.text }), " ", ...cites(game, step.cites));
    }),
  );
}

/** @param {string} title @param {"ol" | "ul"} tag @param {string[]} items */
const section = (title, tag, items) =>
  el("section", {}, el("h3", {}, title), el(tag, {}, ...items.map((html) => el("li", { html }))));

/** @param {Game} game @param {Case} one @param {Verdict} result */
function records(game, { row }, result) {
  const ends = [...new Set(result.outcomes.map((o) => o.penalty))].map((id) => penalty(game, id));
  const items = [...row.record];
  for (const p of ends) items.push(...p.record.map((text) => (ends.length > 1 ? `<b>${p.title}.</b> ${text}` : text)));
  const to = [...new Set(ends.map((p) => p.report).filter(Boolean))];
  if (!items.length && !to.length) return null;
  const node = section("Cosa annotare", "ul", items);
  if (to.length) node.append(el("p", {}, el("strong", {}, "A chi va. "), to.join(" ")));
  return node;
}

/** @param {Game} game @param {Case} one @param {Verdict} result */
function allCites(game, { row }, result) {
  const rules = result.outcomes.flatMap((o) => o.steps.flatMap((s) => s.cites));
  const penalties = [...new Set(result.outcomes.flatMap((o) => [o.penalty, ...o.also]))].map((id) => penalty(game, id));
  return [...new Set([...row.cites, ...rules, ...penalties.flatMap((p) => [...p.cites, ...p.record_cites])])];
}

/** @param {Game} game @param {string[]} ids */
const cites = (game, ids) =>
  ids.flatMap((id, k) => [k ? ", " : "", el("a", { href: game.statements[id].url, class: "cita" }, game.statements[id].cite)]);

/** @param {Game} game @param {Case} one @param {Verdict} result */
function reasons(game, one, result) {
  const row = (/** @type {string} */ id) =>
    el("li", {}, ...cites(game, [id]), el("span", {}, game.statements[id].text));
  const all = allCites(game, one, result);
  const [first, rest] = [all.slice(0, one.row.cites.length), all.slice(one.row.cites.length)];
  return el(
    "section",
    { class: "perche" },
    el("h3", {}, "Perché"),
    el("ul", {}, ...first.map(row)),
    rest.length ? el("details", {}, el("summary", {}, "Le regole su queste penalità"), el("ul", {}, ...rest.map(row))) : null,
  );
}

/** @param {string} html */
const plain = (html) => el("i", { html }).textContent ?? "";

/** Il verdetto come testo da mandare. @param {Case} one @param {Verdict} result @param {string} said */
function asText(one, result, said) {
  const { game, infraction, row, steps } = one;
  const lines = [`${game.game} – ${infraction.title}`];
  for (const [question, answer] of steps)
    lines.push(`${question.text} ${question.answers.find((/** @type {any} */ a) => a.id === answer)?.text}`);
  for (const [id, n] of one.state.s) lines.push(`Ha già ${game.counted.find((c) => c.id === id)?.plural}: ${n}`);
  lines.push("", said.toUpperCase());
  const also = [...new Set(result.outcomes.flatMap((o) => o.also))];
  if (also.length) lines.push(`Con: ${also.map((id) => penalty(game, id).title).join(", ")}`);
  const rules = new Set(result.outcomes.flatMap((o) => o.steps.map((s) => s.rule)));
  for (const e of game.escalations) if (rules.has(e.id)) lines.push(plain(e.text));
  if (row.remedy.length) lines.push("", "Cosa fare", ...row.remedy.map((text, i) => `${i + 1}. ${plain(text)}`));
  lines.push("", "Perché", ...allCites(game, one, result).slice(0, 8).map((id) => `${game.statements[id].cite}: ${game.statements[id].text}`));
  return [...lines, "", location.href].join("\n");
}

/** @param {Case} one @param {Verdict} result @param {string} said */
function actions(one, result, said) {
  const done = el("p", { role: "status", class: "fatto" });
  const box = el("div", {});
  const url = location.href;
  return el(
    "div",
    { class: "azioni" },
    el(
      "p",
      {},
      result.highest !== "nessuna" && penalty(one.game, result.highest).grade > 0
        ? button("Registra", () => box.replaceChildren(recordForm(one, result)))
        : null,
      button("Copia", async () => {
        const text = asText(one, result, said);
        if (await copied(text)) {
          done.textContent = "Copiato.";
          return;
        }
        const area = el("textarea", { readonly: true, rows: 10, "aria-label": "Il verdetto, da copiare" });
        area.value = text;
        box.replaceChildren(area);
        area.select();
      }),
      "share" in navigator ? button("Condividi", () => navigator.share({ title: said, text: asText(one, result, said).replace(`\n\n${url}`, ""), url }).catch(() => {})) : null,
      button("QR", async () => {
        if (box.querySelector(".qr")) return box.replaceChildren();
        const { qrSvg } = await import("../qr.js");
        box.innerHTML = qrSvg(url, "Codice QR di questo verdetto");
      }),
      button("Stampa", () => print()),
    ),
    done,
    box,
  );
}

/** Il modulo che scrive nel Registro, e dice prima che cosa succede. @param {Case} one @param {Verdict} result */
function recordForm(one, result) {
  const { game, infraction } = one;
  const choices = [...new Map(result.outcomes.map((o) => [o.penalty, o])).values()].filter((o) => penalty(game, o.penalty).grade > 0);
  const own = details({ player: player.get() }, load().entries, warn);
  const given = el("select", { onchange: warn }, ...choices.map((o) => el("option", { value: o.penalty }, penalty(game, o.penalty).title)));
  const notice = el("div", { role: "status", class: "avviso" });
  const form = el(
    "form",
    { class: "modulo", "aria-label": "Scrivi nel Registro", onsubmit: submit },
    ...own.first,
    choices.length > 1 ? field("r-penalita", "Penalità data", given) : null,
    notice,
    ...own.rest,
    el("p", {}, el("button", { class: "tasto pieno" }, "Scrivi nel Registro")),
  );
  warn();
  setTimeout(() => own.name.focus());
  return form;

  function warn() {
    const who = own.who();
    const has = registered(load().entries, game.book, who);
    // se il conto usato qui non è quello del Registro, il verdetto è un altro
    const differs = one.state.s.some(([id, n]) => Math.min(has[id] ?? 0, game.counted.find((c) => c.id === id)?.most ?? 0) !== n);
    notice.replaceChildren(...warning(game, who, given.value || choices[0].penalty, has));
    if (who && differs) notice.append(el("p", {}, button("Rifai il verdetto con il Registro", again)));
  }
  function again() {
    player.set(own.who());
    one.go({ ...one.state, s: [] });
  }
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (!own.who()) return;
    const chosen = choices.find((o) => o.penalty === given.value) ?? choices[0];
    const kept = save(put(load(), own.entry(game, infraction.id, chosen.penalty, chosen.also)));
    player.set("");
    form.replaceWith(
      el(
        "p",
        { role: "status", class: "fatto" },
        kept ? "Scritto nel Registro. " : "Il telefono non conserva il Registro: esportalo prima di chiudere. ",
        el("a", { href: "../registro/" }, "Apri il Registro"),
      ),
    );
  }
}
