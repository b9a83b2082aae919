/** How the command palette finds rows, where not by their title under the resource's name. */
export type PaletteModule<R> = {
  /** Several resources under one heading. */
  group?: string;
  /** Typed first, it leaves these rows alone. */
  sign?: '@';
  title?(row: R): string;
  detail?(row: R): string;
};
