/** Such a line begins or ends a document at any position, even inside a text. */
const MARKER = /(?<![^\r\n])(---|\.\.\.)(?=[ \t\r\n]|$)/g;
/** Matches anything but blanks, comments and directives. */
const CONTENT = /(?<![^\r\n])[ \t]*[^ \t\r\n#%]/;

/**
 * The first document of a stream, without a byte order mark. The reference does not read further (resource-specs §0.4),
 * so errors after it do not count.
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

/** The lines, counted from 1, at which the documents of a stream begin. Empty documents are left out. */
export function documentLines(stream: string): readonly number[] {
  const text = stream.startsWith('\ufeff') ? stream.slice(1) : stream;
  const starts = [{ at: 0, from: 0 }];
  for (const { 0: marker, index } of text.matchAll(MARKER)) starts.push({ at: index, from: index + marker.length });
  const written = starts.filter(({ from }, i) => CONTENT.test(text.slice(from, starts[i + 1]?.at)));
  return written.map(({ at }) => text.slice(0, at).split(/\r\n?|\n/).length);
}
