/** Where resources are added; until there is a page for it, Help says how it is done. `missing` as in `MissingPagesContext`. */
export const addingPath = (missing: (to: string) => string | undefined): string =>
  missing('/discover') === undefined ? '/discover' : '/support';
