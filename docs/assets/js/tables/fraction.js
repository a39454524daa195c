// Compute with exact fractions; they are rounded only when shown.

/** @import { Fraction } from "./types" */

/** Return the fraction n/d, not reduced. @param {number | bigint} n @param {number | bigint} [d] @returns {Fraction} */
export const fraction = (n, d = 1) => ({ n: BigInt(n), d: BigInt(d) });

/** Convert a rulebook's number: 0.33 → 33/100. @param {number} n */
export function exact(n) {
  const [units, decimals = ""] = String(n).split(".");
  return fraction(BigInt(units + decimals), 10n ** BigInt(decimals.length));
}

/** Tell whether a < b. @param {Fraction} a @param {Fraction} b */
export const less = (a, b) => a.n * b.d < b.n * a.d;

/** Return the mean of fractions; at least one is needed. @param {Fraction[]} all @returns {Fraction} */
export function mean(all) {
  const sum = all.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }), fraction(0));
  return { n: sum.n, d: sum.d * BigInt(all.length) };
}

/** Format a fraction with up to three decimals, halves up: 2/3 → «0,667». @param {Fraction} f */
export function percent({ n, d }) {
  const thousandths = (2000n * n + d) / (2n * d);
  return (Number(thousandths) / 1000).toLocaleString("it-IT", { maximumFractionDigits: 3 });
}
