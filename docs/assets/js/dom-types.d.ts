// Define the types of our elements: those that `el` makes, and those that queries find.

type Elements = HTMLElementTagNameMap & Pick<SVGElementTagNameMap, "svg" | "path">;
type Attributes = { onsubmit?: (event: SubmitEvent) => unknown; [name: string]: any };
type Child = Node | string | null | undefined | false | 0;

/** Create an element: its tag with classes (`p.tasti`), then its attributes, if any, then its children. */
export type MakeElement = <K extends keyof Elements>(
  tag: K | `${K}.${string}`,
  ...parts: Child[] | [Attributes, ...Child[]]
) => Elements[K];

declare global {
  // Queries find HTML elements on our pages: none needs a cast.
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
  }
  interface Element {
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
  }
  interface Node {
    cloneNode(deep?: boolean): this;
  }
}
