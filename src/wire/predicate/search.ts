// Plain search (http-resources §1.4), alone and inside a query.

/**
 * Splits at blanks, and keeps text in double quotes together. Quotes and blanks around a token are removed. A quote
 * without its partner extends to the end.
 */
export function searchTokens(text: string): string[] {
  const tokens: string[] = [];
  let token = '';
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (character === ' ' && !quoted) {
      tokens.push(token);
      token = '';
    } else token += character;
  }
  tokens.push(token);
  return tokens.map(trimToken).filter((token) => token !== '');
}

function trimToken(token: string): string {
  const text = token.trim();
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '"') from++;
  while (to > from && text[to - 1] === '"') to--;
  return text.slice(from, to).trim();
}

/** Each token must occur in at least one of the item's search values, ignoring case. */
export function matchesSearch(tokens: readonly string[], values: readonly string[]): boolean {
  return tokens.every((token) => {
    const needle = token.toLowerCase();
    return values.some((value) => value.toLowerCase().includes(needle));
  });
}
