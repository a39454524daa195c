// Define the operations of the log: validate, order and merge them. Pure.
/** @import { Aside, Op, Version, Head } from "./types" */

export const CLOCK_LIMIT = 2 ** 48; // a clock beyond it comes from a damaged file, and would leave no room for ours

const TEXTS =
  "player book infraction infractionTitle penalty penaltyTitle base worked expected reason table round note time".split(
    " "
  );

/**
 * Fields of each kind of operation: "s" a text, "s+" not empty, "l" a list of texts.
 * @type {Record<string, Record<string, string>>}
 */
const SHAPES = {
  given: { entry: "s+", player: "s+", book: "s+", penalty: "s+", time: "s+" },
  corrected: { entry: "s+", player: "s+", book: "s+", penalty: "s+", time: "s+", seen: "l" },
  withdrawn: { entry: "s+" },
  undone: { undoes: "l" },
  named: { name: "s", day: "s" },
  joined: { with: "s+" },
  parted: { with: "s+" },
  player: { player: "s+", name: "s+", number: "s" },
  same: { a: "s+", b: "s+" },
  other: { a: "s+", b: "s+" }
};

/** @type {Record<string, (given: any) => boolean>} */
const FITS = {
  l: (given) => Array.isArray(given) && given.every((one) => typeof one === "string"),
  s: (given) => typeof given === "string",
  "s+": (given) => typeof given === "string" && given.trim() !== ""
};

/** Tell whether an operation gives or corrects a penalty. @param {Op} op */
export const isVersion = (op) => op.t === "given" || op.t === "corrected";

const DEPTH = 8; // levels: of an operation that is nested without end neither the tab nor the store can keep a copy

/**
 * Tell whether a value is nested at most `levels` deep. @param {unknown} value @param {number} [levels]
 * @returns {boolean}
 */
const shallow = (value, levels = DEPTH) =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => shallow(one, levels - 1)));

/**
 * Return an operation once its fields are checked; throws TypeError, saying in Italian what is missing.
 * An operation of an unknown kind, from a newer version of the site, passes: it is kept and handed on without effect.
 * @param {any} value @returns {Op}
 */
export function checkedOp(value) {
  if (typeof value !== "object" || value === null) throw new TypeError("la riga non è del Registro");
  if (!shallow(value)) throw new TypeError("la riga è danneggiata");
  for (const field of ["id", "dev", "at", "event", "t"])
    if (typeof value[field] !== "string" || !value[field]) throw new TypeError(`manca «${field}»`);
  if (!Number.isSafeInteger(value.l) || value.l < 1 || value.l > CLOCK_LIMIT)
    throw new TypeError(`il numero d’ordine «${value.l}» non è valido`);
  for (const [field, kind] of Object.entries(SHAPES[value.t] ?? {})) {
    if (!FITS[kind](value[field])) throw new TypeError(`manca «${field}»`);
  }
  return isVersion(value) ? wholeVersion(value) : value;
}

/**
 * Return a penalty's operation with missing fields filled; throws TypeError for a wrong time.
 * @param {any} value @returns {Version}
 */
function wholeVersion(value) {
  const also = (Array.isArray(value.also) ? value.also : []).filter(
    (/** @type {any} */ p) => typeof p?.id === "string"
  );
  const texts = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.map(String) : []);
  const whole = { ...value, also, led: texts(value.led), answers: texts(value.answers) };
  for (const field of TEXTS) if (typeof whole[field] !== "string") whole[field] = "";
  whole.penaltyTitle ||= whole.penalty;
  if (Number.isNaN(Date.parse(whole.time))) throw new TypeError(`l’ora «${whole.time}» non è valida`);
  return whole;
}

/**
 * Separate valid operations (`good`) from rows that cannot be read (`aside`).
 * @param {unknown[]} rows @returns {{good: Op[], aside: Aside[]}}
 */
export function sifted(rows) {
  const good = [];
  const aside = [];
  for (const row of rows) {
    try {
      good.push(checkedOp(row));
    } catch (error) {
      aside.push({ row, why: /** @type {Error} */ (error).message });
    }
  }
  return { good, aside };
}

/**
 * Return the fields of a penalty that an operation gives or corrects, without the operation's own.
 * @param {Version} version
 */
export const fieldsIn = ({ id, dev, l, at, event, t, entry, ...fields }) => fields;

/** Compare two texts by their characters' codes. @param {string} a @param {string} b */
export const compare = (a, b) => (a < b ? -1 : Number(a > b));

/** Compare by id. @param {{id: string}} a @param {{id: string}} b */
export const byId = (a, b) => compare(a.id, b.id);

/** Compare by logical clock, then phone, then id. @param {Head} a @param {Head} b */
export const byClock = (a, b) => a.l - b.l || compare(a.dev, b.dev) || byId(a, b);

/**
 * Add operations to `log`; return the new ones.
 * Of two different operations with one id, which only damage can make, all phones keep the same.
 * @param {Map<string, Op>} log @param {Iterable<Op>} ops @returns {Op[]}
 */
export function union(log, ops) {
  const added = [];
  for (const op of ops) {
    const own = log.get(op.id);
    if (own && canonical(own) >= canonical(op)) continue;
    log.set(op.id, op);
    added.push(op);
  }
  return added;
}

/** Return a value as JSON with sorted keys. @param {any} value */
export const canonical = (value) =>
  JSON.stringify(value, (_, v) =>
    v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v
  );
