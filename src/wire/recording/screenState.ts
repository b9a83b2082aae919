// The exact state of an emulator as data. A player that restores it paints the same pictures as one that has read all
// output before. The emulator has no public API for this: this file uses its internals, as
// wire/terminal/sequenceCounts.ts does, and the version is pinned (screenState.test.ts compares both on random output).
import { concatBytes, fromBase64, toBase64 } from '../../lib/encoding.ts';

/** `cells` are base64 of three 32-bit numbers for each cell, without empty cells at the end. */
type LineState = {
  cells: string;
  length?: number;
  wrapped?: true;
  joined?: Record<string, string>;
  extra?: Record<string, number>;
};
type Attributes = [fg: number, bg: number, ext: number];
type Charset = Record<string, string> | null;
type BufferState = {
  lines: LineState[];
  /** After some resizes the first row is not line 0, and a line is missing at the end. */
  base: number;
  /** Maximum number of lines. An empty screen keeps the size that it had. */
  max: number;
  x: number;
  y: number;
  top: number;
  bottom: number;
  tabs: number[];
  saved: { x: number; y: number; attributes: Attributes; charset: Charset };
};
export type ScreenState = {
  cols: number;
  rows: number;
  normal: BufferState;
  /** Has no lines while no program uses it. The saved cursor stays. */
  alternate: BufferState;
  isAlternate: boolean;
  modes: Record<string, unknown>;
  privateModes: Record<string, unknown>;
  isCursorHidden: boolean;
  /** A line feed also returns to the first column (mode 20, which the emulator stores as an option). */
  convertEol: boolean;
  /** `current` is the charset of the level, until a saved one is restored. */
  charsets: { level: number; tables: Charset[]; current: Charset };
  attributes: Attributes;
  /** State of the last character, which a combining mark can still join. */
  joinState: number;
};

type AttributeData = { fg: number; bg: number; extended: { ext: number; clone(): AttributeData['extended'] } };
type Line = {
  /** In columns. A resize leaves some lines with their old length. */
  length: number;
  isWrapped: boolean;
  _data: Uint32Array;
  _combined: Record<string, string>;
  _extendedAttrs: Record<string, AttributeData['extended'] | undefined>;
  resize(length: number, fill: unknown): void;
};
type Buffer = {
  lines: { length: number; maxLength: number; get(index: number): Line; set(index: number, line: Line): void };
  x: number;
  y: number;
  ybase: number;
  ydisp: number;
  scrollTop: number;
  scrollBottom: number;
  tabs: Record<string, boolean | undefined>;
  savedX: number;
  savedY: number;
  savedCurAttrData: AttributeData;
  savedCharset: Record<string, string> | undefined;
  getBlankLine(attributes: AttributeData): Line;
  getNullCell(attributes: AttributeData): unknown;
};
type Core = {
  coreService: {
    modes: Record<string, unknown>;
    decPrivateModes: Record<string, unknown>;
    isCursorHidden: boolean;
    isCursorInitialized: boolean;
  };
  _charsetService: {
    charset: Record<string, string> | undefined;
    glevel: number;
    _charsets: (Record<string, string> | undefined)[];
    setgCharset(level: number, charset: Record<string, string> | undefined): void;
    setgLevel(level: number): void;
  };
  _bufferService: {
    buffers: { normal: Buffer; alt: Buffer; active: Buffer; activateAltBuffer(): void };
    scroll(attributes: AttributeData, isWrapping?: boolean): void;
  };
  _inputHandler: {
    _curAttrData: AttributeData;
    _parser: { initialState: number; currentState: number; precedingJoinState: number; reset(): void };
    _utf8Decoder: { interim: Uint8Array; clear(): void; decode(input: Uint8Array, target: Uint32Array): number };
  };
  _writeBuffer: { handleUserInput(): void };
};

/** The part of an emulator that this file uses. Browser and headless emulators both have it. */
export type StatefulTerminal = {
  readonly cols: number;
  readonly rows: number;
  readonly options: { convertEol?: boolean };
  reset(): void;
  resize(cols: number, rows: number): void;
};

const coreOf = (terminal: StatefulTerminal): Core => (terminal as unknown as { _core: Core })._core;

/** False in the middle of a sequence or a character: a saved state cannot contain their first half. */
export function isAtRest(terminal: StatefulTerminal): boolean {
  const { _parser: parser, _utf8Decoder: decoder } = coreOf(terminal)._inputHandler;
  return parser.currentState === parser.initialState && decoder.interim.every((byte) => byte === 0);
}

/**
 * Parses the next write at once, as after a key press. Other writes wait for a timer, which takes up to 4 ms in
 * browsers.
 */
export const parseNextWrite = (terminal: StatefulTerminal): void => coreOf(terminal)._writeBuffer.handleUserInput();

/**
 * Keeps characters that are split over two writes. The decoder treats a stored byte 0x80 as missing and loses the
 * character, so it gets the stored bytes again together with the rest.
 */
export function keepSplitCharacters(terminal: StatefulTerminal): void {
  const decoder = coreOf(terminal)._inputHandler._utf8Decoder;
  const decode = decoder.decode.bind(decoder);
  decoder.decode = (input, target) => {
    const interimBytes = decoder.interim.filter((byte) => byte !== 0);
    decoder.clear();
    return decode(interimBytes.length > 0 ? concatBytes([interimBytes, input]) : input, target);
  };
}

/**
 * Calls `leaves` before the top row of the normal screen scrolls away. `isWrapping`: a line continues in a new row. The
 * public event only fires when the row is gone.
 */
export function onTopRowLeaves(terminal: StatefulTerminal, leaves: (isWrapping: boolean) => void): void {
  const service = coreOf(terminal)._bufferService;
  const scroll = service.scroll.bind(service);
  service.scroll = (attributes, isWrapping = false) => {
    const { active, normal } = service.buffers;
    if (active === normal && active.scrollTop === 0) leaves(isWrapping);
    scroll(attributes, isWrapping);
  };
}

function toLineState(line: Line, cols: number): LineState {
  let end = line._data.length;
  while (end > 0 && line._data[end - 1] === 0 && line._data[end - 2] === 0 && isBlank(line._data[end - 3])) end -= 3;
  const cells = line._data.slice(0, end);
  const joined = withoutGaps(line._combined);
  const extra = withoutGaps(line._extendedAttrs, (attributes) => attributes.ext);
  return {
    cells: toBase64(new Uint8Array(cells.buffer)),
    ...(line.length !== cols && { length: line.length }),
    ...(line.isWrapped && { wrapped: true }),
    ...(joined && { joined }),
    ...(extra && { extra }),
  };
}

/** An empty cell has the width one and no character. */
const BLANK = 1 << 22;
const isBlank = (content: number | undefined): boolean => content === BLANK;

function withoutGaps<T, U = T>(entries: Record<string, T | undefined>, convert?: (value: T) => U) {
  const found: Record<string, U> = {};
  let isEmpty = true;
  for (const [column, value] of Object.entries(entries)) {
    if (value === undefined) continue;
    found[column] = convert ? convert(value) : (value as unknown as U);
    isEmpty = false;
  }
  return isEmpty ? undefined : found;
}

const toAttributes = ({ fg, bg, extended }: AttributeData): Attributes => [fg, bg, extended.ext];

function toBufferState(buffer: Buffer, cols: number): BufferState {
  return {
    lines: Array.from({ length: buffer.lines.length }, (_, index) => toLineState(buffer.lines.get(index), cols)),
    base: buffer.ybase,
    max: buffer.lines.maxLength,
    x: buffer.x,
    y: buffer.y,
    top: buffer.scrollTop,
    bottom: buffer.scrollBottom,
    tabs: Object.keys(buffer.tabs).flatMap((column) => (buffer.tabs[column] ? [Number(column)] : [])),
    saved: {
      x: buffer.savedX,
      y: buffer.savedY,
      attributes: toAttributes(buffer.savedCurAttrData),
      charset: buffer.savedCharset ?? null,
    },
  };
}

function statefulPartsOf(terminal: StatefulTerminal) {
  const { coreService, _charsetService: charsets, _bufferService: service, _inputHandler: input } = coreOf(terminal);
  return { coreService, charsets, buffers: service.buffers, input };
}

/** The terminal must have no scrollback and be at rest (`isAtRest`). */
export function saveScreen(terminal: StatefulTerminal): ScreenState {
  const { coreService, charsets, buffers, input } = statefulPartsOf(terminal);
  return {
    cols: terminal.cols,
    rows: terminal.rows,
    normal: toBufferState(buffers.normal, terminal.cols),
    alternate: toBufferState(buffers.alt, terminal.cols),
    isAlternate: buffers.active === buffers.alt,
    modes: { ...coreService.modes },
    privateModes: { ...coreService.decPrivateModes },
    isCursorHidden: coreService.isCursorHidden,
    convertEol: terminal.options.convertEol ?? false,
    charsets: {
      level: charsets.glevel,
      tables: Array.from(charsets._charsets, (charset) => charset ?? null),
      current: charsets.charset ?? null,
    },
    attributes: toAttributes(input._curAttrData),
    joinState: input._parser.precedingJoinState,
  };
}

function restoreAttributes(data: AttributeData, [fg, bg, ext]: Attributes): void {
  data.fg = fg;
  data.bg = bg;
  data.extended = data.extended.clone();
  data.extended.ext = ext;
}

function toLine(state: LineState, buffer: Buffer, attributes: AttributeData): Line {
  const blank = buffer.getBlankLine(attributes);
  if (state.length !== undefined) blank.resize(state.length, buffer.getNullCell(attributes));
  const bytes = fromBase64(state.cells) ?? new Uint8Array();
  const cells = new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
  blank._data.set(cells.subarray(0, blank._data.length));
  blank.isWrapped = state.wrapped ?? false;
  Object.assign(blank._combined, state.joined);
  for (const [column, ext] of Object.entries(state.extra ?? {})) {
    const extended = attributes.extended.clone();
    extended.ext = ext;
    blank._extendedAttrs[column] = extended;
  }
  return blank;
}

function restoreBuffer(buffer: Buffer, state: BufferState, plain: AttributeData): void {
  buffer.lines.maxLength = state.max;
  buffer.lines.length = state.lines.length;
  for (const [index, line] of state.lines.entries()) buffer.lines.set(index, toLine(line, buffer, plain));
  buffer.ybase = buffer.ydisp = state.base;
  buffer.x = state.x;
  buffer.y = state.y;
  buffer.scrollTop = state.top;
  buffer.scrollBottom = state.bottom;
  buffer.tabs = Object.fromEntries(state.tabs.map((column) => [column, true]));
  buffer.savedX = state.saved.x;
  buffer.savedY = state.saved.y;
  restoreAttributes(buffer.savedCurAttrData, state.saved.attributes);
  buffer.savedCharset = state.saved.charset ?? undefined;
}

/** Restores the state in a terminal, which must have no scrollback. The caller repaints it. */
export function restoreScreen(terminal: StatefulTerminal, state: ScreenState): void {
  terminal.reset();
  if (terminal.cols !== state.cols || terminal.rows !== state.rows) terminal.resize(state.cols, state.rows);
  const { coreService, charsets, buffers, input } = statefulPartsOf(terminal);
  // A reset keeps an incomplete sequence or character.
  input._parser.reset();
  input._utf8Decoder.clear();
  const plain = input._curAttrData; // the default after a reset
  restoreBuffer(buffers.normal, state.normal, plain);
  if (state.isAlternate) buffers.activateAltBuffer();
  restoreBuffer(buffers.alt, state.alternate, plain);
  Object.assign(coreService.modes, state.modes);
  Object.assign(coreService.decPrivateModes, state.privateModes);
  coreService.isCursorHidden = state.isCursorHidden;
  terminal.options.convertEol = state.convertEol;
  coreService.isCursorInitialized = true; // a player shows the cursor from the start
  for (const [level, table] of state.charsets.tables.entries()) charsets.setgCharset(level, table ?? undefined);
  charsets.setgLevel(state.charsets.level);
  charsets.charset = state.charsets.current ?? undefined;
  restoreAttributes(input._curAttrData, state.attributes);
  input._parser.precedingJoinState = state.joinState;
}
