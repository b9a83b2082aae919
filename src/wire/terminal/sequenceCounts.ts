import { charWidth, MARKS_MAX, marksOf } from './charWidths.ts';

type Line = { translateToString(trimRight: boolean, start: number, end: number): string };
type Screen = { cursorX: number; cursorY: number; baseY: number; getLine(y: number): Line | undefined };
/** What this file needs of an emulator; those of a page and headless ones have it. */
type CountingTerminal = { readonly cols: number; readonly rows: number; readonly buffer: { active: Screen } };

/** The first parameter of a sequence is its count; 0 counts as 1. */
type Handler = (sequence: { params: Int32Array }, ...rest: unknown[]) => boolean | Promise<boolean>;

/** The emulator's methods for IL, DL, SU and SD, and for CHT and CBT. */
const BY_ROW = ['insertLines', 'deleteLines', 'scrollUp', 'scrollDown'];
const BY_COLUMN = ['cursorForwardTab', 'cursorBackwardTab'];
/** They write the whole screen: also ED, DECALN, RIS, DECIC, DECDC and, among the private modes, those that change to another screen. */
const WHOLE_SCREEN = [
  ...BY_ROW,
  ...['repeatPrecedingCharacter', 'eraseInDisplay', 'screenAlignmentPattern', 'fullReset', 'insertColumns'],
  ...['deleteColumns', 'setModePrivate', 'resetModePrivate'],
];
/** No character before it joins another. */
const FIRST_MARK = 0x300;
/** Spent in such sequences before a page has its turn. */
const SLICE_MS = 30;
/** What is limited and sliced, for exported pages, which do it by themselves. */
export const SEQUENCE_RULES = { byRow: BY_ROW, byColumn: BY_COLUMN, wholeScreen: WHOLE_SCREEN, sliceMs: SLICE_MS };

/** Characters from `start` to `end`. */
type Print = (data: Uint32Array, start: number, end: number) => void;
type InputHandler = Record<string, Handler> & { print: Print; _parser: { precedingJoinState: number } };

const inputOf = (terminal: CountingTerminal): InputHandler =>
  (terminal as unknown as { _core: { _inputHandler: InputHandler } })._core._inputHandler;

/**
 * Cuts the counts of sequences to what the screen has room for, and drops marks beyond those that a text has. The
 * emulator runs sequences as often as they say, or takes memory for it: 15 bytes of output would stop a page for
 * minutes. All other sequences cut their parameters themselves. Needs the widths of `charWidths`.
 */
export function limitCounts(terminal: CountingTerminal): void {
  const limit = (method: string, countMax: () => number) =>
    wrap(terminal, method, (run) => (sequence) => {
      const max = countMax();
      sequence.params[0] = Math.min(sequence.params[0] ?? 0, max);
      return max === 0 || run(sequence);
    });
  for (const method of BY_ROW) limit(method, () => terminal.rows);
  for (const method of BY_COLUMN) limit(method, () => terminal.cols);
  limitMarks(inputOf(terminal));
  limit('repeatPrecedingCharacter', () => {
    // REP: a cell holds any number of marks, and all of them are repeated.
    const { active } = terminal.buffer;
    const line = active.getLine(active.baseY + active.cursorY);
    const text = line?.translateToString(false, Math.max(0, active.cursorX - 2), active.cursorX) ?? '';
    return Math.floor((terminal.cols * terminal.rows) / Math.max(1, text.length - 1));
  });
}

/** A browser takes a minute to draw a character with 20 000 marks. */
function limitMarks(input: InputHandler): void {
  const print: Print = input.print.bind(input);
  input.print = (data, start, end) => {
    let marks = marksOf(input._parser.precedingJoinState);
    let to = start;
    for (let at = start; at < end; at++) {
      const code = data[at] ?? 0;
      marks = code >= FIRST_MARK && charWidth(code) === 0 ? marks + 1 : 0;
      if (marks <= MARKS_MAX) data[to++] = code;
    }
    print(data, start, to);
  };
}

/**
 * Lets a page paint and take keys during a flood of sequences that write the whole screen in a few bytes each. Only for
 * terminals whose output is written without `writeSync`.
 */
export function sliceSequences(terminal: CountingTerminal): void {
  let spentMs = 0;
  for (const method of WHOLE_SCREEN)
    wrap(terminal, method, (run) => (...sequence) => {
      const begunMs = performance.now();
      const isHandled = run(...sequence);
      spentMs += performance.now() - begunMs;
      if (spentMs < SLICE_MS) return isHandled;
      spentMs = 0;
      // The emulator waits for a promise, and then pauses where it has worked for long.
      return Promise.resolve(isHandled);
    });
}

/** Handlers of the public interface get a copy of the parameters. */
function wrap(terminal: CountingTerminal, method: string, wrapper: (run: Handler) => Handler): void {
  const input = inputOf(terminal);
  const run = input[method]?.bind(input);
  if (!run) throw new Error(`the emulator has no ${method}`);
  input[method] = wrapper(run);
}
