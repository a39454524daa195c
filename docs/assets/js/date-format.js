// Write dates as the site's pages do.

/**
 * Format a date as pages do: «1º maggio 2014» (as format_date in scripts/model/italian_format.py). @param {Date} date
 */
export const longDate = (date) => date.toLocaleDateString("it-IT", { dateStyle: "long" }).replace(/^1 /, "1º ");
