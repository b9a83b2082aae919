/** A document begins or ends at such a line, wherever it stands, also inside a text. */
const MARKER = /(?<![^\r\n])(---|\.\.\.)(?=[ \t\r\n]|$)/g;
/** Anything but blanks, comments and directives. */
const CONTENT = /(?<![^\r\n])[ \t]*[^ \t\r\n#%]/;

/**
 * The first document of a stream, without a byte order mark: the reference reads no further (resource-specs §0.4), so
 * that mistakes behind it do not count either.
 */
export function firstDocument(stream: string): string {
  const text = stream.startsWith('\ufeff') ? stream.slice(1) : stream;
  let begun = false;
  for (const { 1: marker, index } of text.matchAll(MARKER)) {
    if (!begun && marker === '---' && !CONTENT.test(text.slice(0, index))) begun = true;
    else return text.slice(0, index);
  }
  return text;
}
