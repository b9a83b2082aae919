// Plain search (http-resources §1.4), of its own and inside a query.

/**
 * Splits at blanks; what stands in double quotes stays together. Quotes and blanks around a token are cut off, a quote
 * without its partner reaches to the end.
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
  return tokens.map(trimToken).filter((one) => one !== '');
}

function trimToken(token: string): string {
  const text = token.trim();
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === '"') from++;
  while (to > from && text[to - 1] === '"') to--;
  return text.slice(from, to).trim();
}

/** Every token occurs, whatever its case, in at least one of the item's search values. */
export function matchesSearch(tokens: readonly string[], values: readonly string[]): boolean {
  return tokens.every((token) => {
    const wanted = token.toLowerCase();
    return values.some((value) => value.toLowerCase().includes(wanted));
  });
}
