// What the phone remembers or receives, read by the site's own scripts: [what, text] from stdin (JSON), what broke on stdout.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

const scripts = process.argv[2];
const memory = new Map();
globalThis.localStorage = {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => memory.set(key, value)
};
globalThis.dispatchEvent = globalThis.addEventListener = () => true;
globalThis.document = { documentElement: { dataset: {} }, querySelector: () => null };
const load = (path) => import(pathToFileURL(`${scripts}/${path}.js`).href);
const [log, fold, exchange, tables, today, mine, basket, clock, link, codes, address] = await Promise.all(
    [
        "registro/operations",
        "registro/log-reducer",
        "registro/exchange-file",
        "registro/csv-and-report",
        "today/todays-game",
        "rule/saved-rules",
        "decision/draft-decision",
        "clock/clock-state",
        "decision/decision-link",
        "registro/qr-parts",
        "verdict/step-address"
    ].map(load)
);

/** @param {unknown} held @param {string} why */
function must(held, why) {
    if (!held) throw new Error(why);
}

/** The same operations in any order make the same Registro, and its file holds them all. */
function whole(ops) {
    const kept = new Map();
    log.union(kept, ops);
    must(!log.union(kept, structuredClone(ops)).length, "the same again is something new");
    const all = [...kept.values()];
    const state = fold.folded(all);
    must(
        JSON.stringify(fold.folded(all.toReversed()).entries) === JSON.stringify(state.entries),
        "another order, another Registro"
    );
    must(exchange.fromFile(exchange.toFile(state, all, "")).length === all.length, "its own file has lost something");
    must(state.questions.length < 1000, "more questions than anybody answers");
    tables.toCsv(state, state.entries, new Map());
    return all;
}

/** Codes that are read in any order, with others between them, make the same operations. */
async function met(ops) {
    const all = (await codes.addresses(ops)).toReversed();
    let parts = null;
    for (const code of all) parts = (await codes.withPart("https://altro.example/")) ?? (await codes.withPart(code));
    const found = await codes.assembled(parts);
    must(JSON.stringify(found) === JSON.stringify(ops), "the codes have lost something");
}

const rule = { id: "bang-1.1", citation: "BANG 1.1", text: "prova" };
const strings = (...values) => values.every((value) => typeof value === "string");
const READ = {
    async file(text) {
        try {
            await met(whole(exchange.fromFile(text)));
        } catch (error) {
            if (!(error instanceof exchange.DamagedFile)) throw error;
        }
    },
    async codice(text) {
        const packed = deflateRawSync(text).toString("base64url");
        for (const code of [text, `${codes.shortHash(packed)}.1.1.${packed}`]) {
            const parts = await codes.withPart(`https://prontuario.example/registro/#q=${code}`);
            if (parts)
                must(
                    (await codes.assembled(parts).catch(() => [])).every((one) => typeof one.id === "string"),
                    "what came is no operation"
                );
        }
    },
    oggi() {
        const now = today.todaysGame();
        must(now === null || strings(now.book, now.name, now.event), "today's game is no text");
        today.setToday({ book: "bang", name: "BANG!", event: "Coppa" });
        must(today.todaysGame().book === "bang", "the choice is not kept");
    },
    regole() {
        must(
            mine.bookmarks().every((one) => strings(one.id, one.citation, one.text)),
            "a bookmark is no rule"
        );
        mine.remember(rule);
        const was = mine.isBookmarked(rule.id);
        must(
            mine.toggleBookmark(rule).marked !== was && mine.isBookmarked(rule.id) !== was,
            "the bookmark is not kept"
        );
    },
    decisione() {
        const { line, name } = basket.basket();
        must(strings(line, name), "a line is no text");
        must(basket.items().length <= link.MOST, "too many");
        const { full } = basket.add({ kind: "rule", id: rule.id, hash: "" });
        must(full || basket.has(rule.id), "the rule is not kept");
    },
    orologio() {
        const one = clock.running();
        if (one)
            must(
                [0, 1]
                    .slice(0, one.left.length)
                    .every((side) => /^−?[\d:]+$/.test(clock.remaining(clock.leftOf(one, side, Date.now())))),
                "no time"
            );
        if (one) must(clock.added(one, "7", 3).added.length > 0, "no time added");
    },
    collegamento(text) {
        const { items, unread } = link.parseLink(text);
        must(
            JSON.stringify(link.parseLink(link.query(items)).items) === JSON.stringify(items),
            "what was read is not written again"
        );
        must(
            unread.every((one) => one.given.length <= 80),
            "a long piece"
        );
        must(address.parseSteps(text).t.length <= address.STORY_LENGTH, "a story that keeps the phone busy");
        const own = link.privately(text);
        must(own.line.length <= link.LINE_LENGTH && own.name.length <= link.NAME_LENGTH, "too long");
    }
};

const broken = [];
for (const [what, text] of JSON.parse(readFileSync(0, "utf8"))) {
    memory.clear();
    memory.set(`prontuario.${what}`, text);
    try {
        await READ[what](text);
    } catch (error) {
        broken.push([what, text, String(error?.stack).split("\n").slice(0, 3).join(" ")]);
    }
}
process.stdout.write(JSON.stringify(broken));
