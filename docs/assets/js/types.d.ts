// Define the types that several pages share.

/** A rule as the page shows it. */
export interface Rule {
  id: string;
  /** «MTR 2.5.c» */
  citation: string;
  /** our text, without the citation in the margin */
  text: string;
  /** fingerprint of the text */
  hash: string;
  /** title, with its number if it has one */
  section: string;
  /** page of the document, or "" */
  page: string;
  /** title, edition and date */
  book: string;
}

/** A row of the bottom sheet. */
export interface Row {
  name: string;
  icon: keyof typeof import("./bottom-sheet.js").ICONS;
  /** the address, of a link */
  href?: string;
  /** what a tap does; on a link, before the link is followed */
  act?: (row: HTMLElement) => unknown;
}

/** A stored rule; `at`: when it was stored, milliseconds since 1970. */
export type Kept = { id: string; citation: string; text: string; at: number };

/** What this phone has stored: bookmarks, and the last opened rules (`recent`), newest first. */
export type Bookmarks = { version: 1; bookmarks: Kept[]; recent: Kept[] };

/**
 * A change of a rule's text. `id`: the rule's anchor; `day`: in Italian words; `before`: fingerprint of the earlier
 * text; `what` has changed, in Italian; `was`: id of the earlier text on the page of editions.
 */
export type Revision = { id: string; day: string; before: string; what: string; was?: string };
