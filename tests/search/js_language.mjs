// Run the browser’s analysis of Italian outside the browser: [what, texts] from stdin (JSON), what it reads on stdout.
// Arguments: the folder of the scripts, italian.json.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts, data] = process.argv.slice(2);
const { Analysis } = await import(pathToFileURL(`${scripts}/language/analysis.js`).href);
const { quantities } = await import(pathToFileURL(`${scripts}/language/quantity-parser.js`).href);
const analysis = new Analysis(JSON.parse(readFileSync(data, "utf8")));
const read = { quantities: (text) => quantities(analysis, text), terms: (text) => analysis.terms(text) };
const [what, texts] = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(texts.map(read[what])));
