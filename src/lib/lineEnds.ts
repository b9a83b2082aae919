/**
 * A text with line ends of one kind and without a byte order mark, as editors hold it: that of most lines, or LF. A text
 * that has one kind already is the same.
 */
export function normaliseLineEnds(text: string): string {
  const bare = text.replace(/^\ufeff/, '');
  const breaks = bare.match(/\r\n|\r|\n/g) ?? [];
  const withReturn = breaks.filter((found) => found !== '\n').length;
  const wanted = withReturn * 2 > breaks.length ? '\r\n' : '\n';
  return breaks.every((found) => found === wanted) ? bare : bare.replaceAll(/\r\n|\r|\n/g, wanted);
}
