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

/** A row of the sheet that rises from the bottom. */
export interface Row {
    name: string;
    icon: keyof typeof import("./bottom-sheet.js").ICONS;
    /** where it leads, if it is a link */
    href?: string;
    /** what a button does; or a link, before it leads there */
    act?: (row: HTMLElement) => unknown;
}

/** A rule in the bookmarks; `at`: when it was put there. */
export interface Kept {
    id: string;
    citation: string;
    text: string;
    at: number;
}

export interface Bookmarks {
    version: 1;
    bookmarks: Kept[];
    recent: Kept[];
}

/** A change of a rule's text; `was`: where the text before can be read. */
export interface Revision {
    id: string;
    day: string;
    before: string;
    what: string;
    was?: string;
}
