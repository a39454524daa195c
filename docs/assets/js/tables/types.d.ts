/** The answers to a calculation's questions, by input: a number or the chosen option. */
export type Answers = Record<string, string | number>;

/** A line of a calculation's result. */
export interface ResultLine {
    label: string;
    /** '' where the rulebook says nothing, or where something is still to be typed (`missing`) */
    value: string;
    missing?: boolean;
    note?: string;
    /** links to the rules that say it */
    rules: Node[];
}
