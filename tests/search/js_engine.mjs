// Run the browser’s engine outside the browser: queries from stdin (JSON), answers on stdout.
// Arguments: the folder of the scripts, that of the index.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts, index] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${scripts}/search/engine.js`).href);
const read = (name) => JSON.parse(readFileSync(`${index}/${name}.json`, "utf8"));
const asked = JSON.parse(readFileSync(0, "utf8"));
const shared = { ...read("lingua"), ...read("comune") };
/** @type {Map<string, any>} an engine for each game chosen: on the phone it has only the books of that game */
const engines = new Map();
const answers = [];
for (const { q, book = "", soon, ...options } of asked) {
    if (soon) {
        // as if no book ever came: the first answer, with its sentences
        let first = null;
        const without = async (name) => (shared.books.includes(name) ? Promise.reject(new Error(name)) : read(name));
        const engine = new Engine(shared, without);
        await engine.search(q, { book, soon, ...options }, (answer) => (first = answer)).catch(() => {});
        answers.push(first);
        continue;
    }
    if (!engines.has(book)) engines.set(book, new Engine(shared, async (name) => read(name)));
    answers.push(await engines.get(book).search(q, { book, ...options }));
}
process.stdout.write(JSON.stringify(answers));
