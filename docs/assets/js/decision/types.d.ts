// Define the types of a decision: its items, and what is shown of them.
import type { Penalty } from "../verdict/types";

/** A rule in a decision. `id`: its anchor; `hash`: fingerprint of its text when it was added, or "". */
export type RuleItem = { kind: "rule"; id: string; hash: string };

/** A verdict in a decision. `answers`: ids of questions and answers; `history`: numbers of earlier penalties. */
export interface VerdictItem {
  kind: "verdict";
  book: string;
  infraction: string;
  answers: [string, string][];
  history: [string, number][];
  /** the penalty ids, lowest and highest, that the sender saw */
  end: string[];
}

export type Item = RuleItem | VerdictItem;

/** An item that could not be read, and its place in the link, from 1. */
export type Unread = { given: string; place: number };

/** What no server receives: the note (`line`) and the recipient's name. */
export type Private = { line: string; name: string };

/** The decision being composed; `items` as the link writes them. */
export interface Basket extends Private {
  version: 1;
  items: string[];
}

/** A change that can be undone: the decision before, the items after. */
export type Step = { before: Basket; after: string[] };

/** A rule as a decision shows it. `where`: section, document and page. */
export interface ShownRule {
  kind: "rule";
  id: string;
  citation: string;
  text: string;
  hash: string;
  where: string;
  href: string;
  book: string;
  /** null if the text is the one that was sent; else the recorded changes since */
  changed: string[] | null;
}

/** A verdict as a decision shows it. `said`: in words; `asked`: questions with answers; `remedy`: what to do. */
export interface ShownVerdict {
  kind: "verdict";
  book: string;
  game: string;
  title: string;
  href: string;
  said: string;
  ends: Penalty[];
  /** of the two penalties in `ends` one or the other, none between */
  either: boolean;
  asked: [string, string][];
  remedy: string[];
  cites: { cite: string; href: string; text: string }[];
  /** the verdict that was sent, if today's rules give another; else "" */
  was: string;
}

/** An item that cannot be shown: what it was, why in Italian, and similar anchors. */
export type Lost = { kind: "lost"; given: string; why: string; nearest: { id: string; href: string }[] };

export type Shown = ShownRule | ShownVerdict | Lost;
