import type { IBufferLine, IBufferRange, ILink, ILinkHandler, ILinkProvider, Terminal } from '@xterm/xterm';

const ADDRESS = /https?:\/\/[^\s"'<>`{}|\\^]+/g;
/** Maximum lines of one address. Text that wraps over more lines is data. */
const WRAPPED_MAX = 16;

/** Removes punctuation of the sentence around an address, and a bracket that was opened before it. */
export function trimAddress(found: string): string {
  const bare = found.replace(/(?<![.,;:!?…])[.,;:!?…]+$/, '');
  const last = bare.at(-1);
  const opening = last === ')' ? '(' : last === ']' ? '[' : undefined;
  if (opening === undefined || last === undefined) return bare;
  const count = (character: string) => bare.split(character).length;
  return count(last) > count(opening) ? trimAddress(bare.slice(0, -1)) : bare;
}

/** Requires Ctrl (⌘): a plain click is for the selection and for programs. */
const wantsToOpen = (event: MouseEvent): boolean => event.ctrlKey || event.metaKey;

const isWebAddress = (address: string): boolean => /^https?:\/\//.test(address);

function openAddress(event: MouseEvent, address: string): void {
  if (!wantsToOpen(event) || !isWebAddress(address)) return;
  // The opened page gets no referrer and cannot access this page.
  window.open(address, '_blank', 'noopener,noreferrer');
}

/** For links that programs mark themselves (OSC 8): the same rule, with the target as the title. */
export const markedLinks = (host: HTMLElement): ILinkHandler => ({
  activate: openAddress,
  // Other links are underlined too, and their title explains why they do not open.
  allowNonHttpProtocols: true,
  hover: (_, address) => showLink(host, address),
  leave: () => hideLink(host),
});

/** The context menu reads the link from the host element. */
function showLink(host: HTMLElement, address: string): void {
  const isWeb = isWebAddress(address);
  host.title = `${address}\n${isWeb ? 'Ctrl+click opens it in a new tab' : 'Only web addresses are opened'}`;
  if (isWeb) host.dataset['link'] = address;
}

function hideLink(host: HTMLElement): void {
  host.removeAttribute('title');
  delete host.dataset['link'];
}

/** Finds addresses in the text, including wrapped ones. */
export const plainLinks = (terminal: Terminal, host: HTMLElement): ILinkProvider => ({
  provideLinks(row, callback) {
    callback(
      addressesAt(terminal, row - 1).map(({ text, range }): ILink => ({
        text,
        range,
        activate: openAddress,
        hover: () => showLink(host, text),
        leave: () => hideLink(host),
      })),
    );
  },
});

type Cell = { x: number; y: number };

/** Addresses in the wrapped line that contains row `y`. */
function addressesAt(terminal: Terminal, y: number): { text: string; range: IBufferRange }[] {
  const buffer = terminal.buffer.active;
  let first = y;
  while (buffer.getLine(first)?.isWrapped && y - first < WRAPPED_MAX) first--;
  let text = '';
  const cells: Cell[] = [];
  for (let row = first; row < first + WRAPPED_MAX; row++) {
    const line = buffer.getLine(row);
    if (!line || (row > first && !line.isWrapped)) break;
    text += readLine(line, row, cells);
  }
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: found, index }) => {
    const address = trimAddress(found);
    const start = cells[index];
    const end = cells[index + address.length - 1];
    return start && end ? [{ text: address, range: { start, end } }] : [];
  });
}

/** The text of a line. `cells` gets the position of each character, counted from 1 as in ranges. */
function readLine(line: IBufferLine, row: number, cells: Cell[]): string {
  let text = '';
  for (let x = 0; x < line.length; x++) {
    const cell = line.getCell(x);
    if (!cell || cell.getWidth() === 0) continue; // the second half of a wide character
    const characters = cell.getChars() || ' ';
    text += characters;
    for (let i = 0; i < characters.length; i++) cells.push({ x: x + 1, y: row + 1 });
  }
  return text;
}
