/** Names out of pasted text: blanks, commas and line ends part them. */
export const splitTokens = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** What is still to be chosen: names that begin with what was typed come before those that merely contain it. */
export function optionsFor(options: readonly string[], taken: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  const place = (name: string): number => name.toLowerCase().indexOf(wanted);
  return options
    .filter((name) => !taken.includes(name) && place(name) >= 0)
    .toSorted((a, b) => Number(place(a) > 0) - Number(place(b) > 0) || a.localeCompare(b, 'en', { numeric: true }));
}
