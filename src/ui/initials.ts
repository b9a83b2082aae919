/** Two letters for a name: of its first two parts (`j.lindqvist` → JL), else its own first two. */
export function initialsOf(name: string): string {
  const [first = '', second] =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = second ? [[...first][0], [...second][0]] : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}
