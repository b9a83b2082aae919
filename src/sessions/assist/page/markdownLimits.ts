const CHARS_MAX = 50_000;
/** Markers of quotes and lists at the start of a line: the parser recurses for each. */
const LEVELS_MAX = 20;
/** Column where the last of these markers may end: lists also nest by indentation. */
const INDENT_MAX = 60;
const CELLS_MAX = 2000;
/** Characters and line ends that can be Markdown. For some, parse time grows with the square of their number. */
const MARKS_MAX = 2000;

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?![^ \t])|\d{1,9}[.)](?![^ \t])))+/;
const MARKERS = />|[-+*]|\d+/g;
/** The line below the head of a table, possibly inside a quote or a list. */
const DELIMITERS = /^[ \t>+*\d.):|-]*$/;
const MARKS = /[*_~`[\]<>&|!#=\\@\r\n]|[-+](?=\s)|:\/\/|www\./gi;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Whether parsing or rendering the text as Markdown would block the page for too long. */
export function isTooComplex(text: string): boolean {
  if (text.length > CHARS_MAX || count(text, MARKS) > MARKS_MAX) return true;
  let columns = 0;
  let cells = 0;
  return text.split(/\r\n?|\n/).some((line) => {
    const [containers = ''] = CONTAINERS.exec(line) ?? [];
    if (line.trim() === '') columns = 0;
    else if (line.includes('|') && line.includes('-') && DELIMITERS.test(line))
      columns = Math.max(columns, line.split('|').filter((cell) => cell.includes('-')).length);
    // Each row gets all columns, even if the text has fewer.
    cells += columns;
    return count(containers, MARKERS) > LEVELS_MAX || containers.length > INDENT_MAX || cells > CELLS_MAX;
  });
}
