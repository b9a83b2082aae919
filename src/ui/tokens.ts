/** Splits pasted text into names at blanks, commas and line ends, but not inside `{{ }}`. */
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- nothing follows that could be refused
export const splitTokens = (text: string): string[] => text.match(/(?:\{\{.*?\}\}|[^\s,])+/gs) ?? [];

/** The same for names that may have blanks and commas. */
export const splitLines = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean);

/** The user is still typing a template, in which blanks and commas end nothing. */
export const isOpenTemplate = (text: string): boolean => text.lastIndexOf('{{') > text.lastIndexOf('}}');

/** The options that are left. Names that begin with the typed text come before names that only contain it. */
export function optionsFor(options: readonly string[], usedNames: readonly string[], typed: string): string[] {
  const needle = typed.trim().toLowerCase();
  const rank = (name: string): number => name.toLowerCase().indexOf(needle);
  return options
    .filter((name) => !usedNames.includes(name) && rank(name) >= 0)
    .toSorted((a, b) => Number(rank(a) > 0) - Number(rank(b) > 0) || a.localeCompare(b, 'en', { numeric: true }));
}
