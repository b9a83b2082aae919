/** Two letters for a name: of its first two parts (`j.lindqvist` → JL), else its own first two. */
export function initialsOf(name: string): string {
  const [first = '', second] =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
  return letters.toUpperCase();
}
