import { charWidth, MARKS_MAX, marksOf } from './charWidths.ts';

type Line = { translateToString(trimRight: boolean, start: number, end: number): string };
type Screen = { cursorX: number; cursorY: number; baseY: number; getLine(y: number): Line | undefined };
/** The part of an emulator that this file uses. Browser and headless emulators both have it. */
type CountingTerminal = { readonly cols: number; readonly rows: number; readonly buffer: { active: Screen } };

type Handler<Input extends readonly unknown[]> = (...input: Input) => unknown;
/** The first parameter of a sequence is its count; 0 counts as 1. */
type Sequence = [sequence: { params: Int32Array }];

/** The emulator's methods for IL, DL, SU and SD, and for CHT and CBT. */
const BY_ROW = ['insertLines', 'deleteLines', 'scrollUp', 'scrollDown'];
const BY_COLUMN = ['cursorForwardTab', 'cursorBackwardTab'];
/**
 * Methods that write the whole screen. They also include ED, DECALN, RIS, DECIC, DECDC, RI and the private modes that
 * switch to another screen.
 */
const WHOLE_SCREEN = [
  ...BY_ROW,
  ...['repeatPrecedingCharacter', 'eraseInDisplay', 'screenAlignmentPattern', 'fullReset', 'insertColumns'],
  ...['deleteColumns', 'setModePrivate', 'resetModePrivate', 'reverseIndex'],
];
/** For each colour, a page rebuilds its whole style sheet. */
const COLOURS = [
  ...['setOrReportIndexedColor', 'setOrReportFgColor', 'setOrReportBgColor', 'setOrReportCursorColor'],
  ...['restoreIndexedColor', 'restoreFgColor', 'restoreBgColor', 'restoreCursorColor'],
];
/** OSC sequences: titles, colours and links. */
const BY_TEXT = ['setTitle', 'setIconName', 'setHyperlink', ...COLOURS];
/** All 256 colours of the palette take 6 kB. */
const TEXT_MAX_CHARACTERS = 8192;
/** No character below this one is a combining mark. */
const FIRST_MARK = 0x300;
/** Milliseconds that such sequences take before the page gets control. */
const SLICE_MS = 30;
/** The limited and sliced methods, for exported pages, which apply the rules themselves. */
export const SEQUENCE_RULES = {
  byRow: BY_ROW,
  byColumn: BY_COLUMN,
  byText: BY_TEXT,
  textMax: TEXT_MAX_CHARACTERS,
  sliced: [...WHOLE_SCREEN, ...COLOURS],
  sliceMs: SLICE_MS,
};

type Core<InputHandler> = { _core: { _inputHandler: InputHandler } };

/**
 * Limits the counts of sequences to the size of the screen, drops excess combining marks, and ignores titles, colours
 * and links of more than 8192 characters. The emulator repeats sequences as often as they request and allocates memory
 * for it: 15 bytes of output would block a page for minutes, and 400 kB in one list of colours would crash it. All
 * other sequences limit their parameters themselves. Requires the widths of `charWidths`.
 */
export function limitCounts(terminal: CountingTerminal): void {
  const limit = (method: string, countMax: () => number) =>
    wrap<Sequence>(terminal, method, (run) => (sequence) => {
      const max = countMax();
      sequence.params[0] = Math.min(sequence.params[0] ?? 0, max);
      return max === 0 || run(sequence);
    });
  for (const method of BY_ROW) limit(method, () => terminal.rows);
  for (const method of BY_COLUMN) limit(method, () => terminal.cols);
  limit('repeatPrecedingCharacter', () => {
    // REP: a cell can hold many marks, and all of them are repeated.
    const { active } = terminal.buffer;
    const line = active.getLine(active.baseY + active.cursorY);
    const text = line?.translateToString(false, Math.max(0, active.cursorX - 2), active.cursorX) ?? '';
    return Math.floor((terminal.cols * terminal.rows) / Math.max(1, text.length - 1));
  });
  for (const method of BY_TEXT)
    wrap<[text: string]>(terminal, method, (run) => (text) => text.length > TEXT_MAX_CHARACTERS || run(text));
  limitMarks(terminal);
}

const isMark = (code: number): boolean => code >= FIRST_MARK && charWidth(code) === 0;

/** A browser takes a minute to draw a character with 20 000 marks. */
function limitMarks(terminal: CountingTerminal): void {
  const { _parser } = (terminal as unknown as Core<{ _parser: { precedingJoinState: number } }>)._core._inputHandler;
  wrap<[codes: Uint32Array, start: number, end: number]>(terminal, 'print', (run) => (codes, start, end) => {
    // Most output has no marks.
    let at = start;
    while (at < end && !isMark(codes[at] ?? 0)) at++;
    if (at === end) return run(codes, start, end);
    let marks = at > start ? 0 : marksOf(_parser.precedingJoinState);
    let kept = at;
    for (; at < end; at++) {
      const code = codes[at] ?? 0;
      marks = isMark(code) ? marks + 1 : 0;
      if (marks <= MARKS_MAX) codes[kept++] = code;
    }
    return run(codes, start, kept);
  });
}

/**
 * Lets a page paint and process keys during a flood of sequences that write the whole screen or change its colours in a
 * few bytes each. Only for terminals whose output is written without `writeSync`.
 */
export function sliceSequences(terminal: CountingTerminal): void {
  let spentMs = 0;
  for (const method of SEQUENCE_RULES.sliced)
    wrap<unknown[]>(terminal, method, (run) => (...sequence) => {
      const begunMs = performance.now();
      const isHandled = run(...sequence);
      spentMs += performance.now() - begunMs;
      if (spentMs < SLICE_MS) return isHandled;
      spentMs = 0;
      // The emulator waits for a promise, and then pauses if it has worked for long.
      return Promise.resolve(isHandled);
    });
}

/** Wraps internal methods, since handlers of the public API get a copy of the parameters. */
function wrap<Input extends readonly unknown[]>(
  terminal: CountingTerminal,
  method: string,
  wrapper: (run: Handler<Input>) => Handler<Input>,
): void {
  const input = (terminal as unknown as Core<Record<string, Handler<Input>>>)._core._inputHandler;
  const run = input[method]?.bind(input);
  if (!run) throw new Error(`the emulator has no ${method}`);
  input[method] = wrapper(run);
}
