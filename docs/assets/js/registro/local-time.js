// Format times by the phone's clock. By hand: `Intl` is slow for hundreds of penalties.

/** Write a number with two digits. @param {number} n */
const two = (n) => String(n).padStart(2, "0");

/** Format a time's day by the phone's clock: 2026-01-10. @param {string | Date} time */
export function localDay(time) {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join("-");
}

/** Format a time's hour by the phone's clock: 11:05. @param {string} time */
export function hour(time) {
  const date = new Date(time);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}
