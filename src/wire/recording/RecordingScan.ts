import './windowInWorker.ts';
import { Terminal } from '@xterm/headless/lib-headless/xterm-headless.mjs';
import { CommandReader, type RecordedCommand } from './CommandReader.ts';
import { DEFAULT_SIZE, RECORDING_OPTIONS, boundedSize, prepareForRecording } from './recordingTerminal.ts';
import { isAtRest, onTopRowLeaves, parseNextWrite, saveScreen, type ScreenState } from './screenState.ts';

/** One line of text as shown, with wrapped rows joined. `ms` counts from the first print. */
export type TextLine = { ms: number; text: string };

export type ScanListener = {
  line(line: TextLine): void;
  command(command: RecordedCommand): void;
};

/** Longer lines are split. */
const LINE_MAX = 16_384;
/** Text of a full-screen program counts as read if it does not change for this long. */
const SETTLED_MS = 500;

export { Terminal };

/**
 * Reads the output of a recording once from the start and reports its text, commands and screens. It runs in a worker
 * of the page and in a thread of the gateway, at about 25 MB per second.
 */
export class RecordingScan {
  #terminal: Terminal;
  #listener: ScanListener;
  #commands: CommandReader;
  #ms = 0;
  /** Rows of the current line that have left the screen. */
  #wrappedText = '';
  /** Rows of the full-screen program that have been reported. */
  #lastRows: readonly string[] = [];

  constructor(listener: ScanListener, size: { cols: number; rows: number } = DEFAULT_SIZE) {
    this.#listener = listener;
    this.#terminal = new Terminal({ ...RECORDING_OPTIONS, ...boundedSize(size) });
    prepareForRecording(this.#terminal);
    this.#commands = new CommandReader((command) => listener.command(command));
    this.#terminal.parser.registerOscHandler(133, (data) => {
      this.#commands.mark(data, this.#ms, this.#textBeforeCursor());
      return true;
    });
    onTopRowLeaves(this.#terminal, (isWrapping) => this.#keepTopRow(isWrapping));
    this.#terminal.onLineFeed(() => this.#endLine());
  }

  resize(cols: number, rows: number): void {
    const size = boundedSize({ cols, rows });
    if (size.cols === this.#terminal.cols && size.rows === this.#terminal.rows) return;
    const line = this.#unfinished();
    this.#terminal.resize(size.cols, size.rows);
    // The emulator cuts the line of the cursor if it no longer fits.
    if (this.#isFullScreen || line === '' || this.#unfinished() === line) return;
    this.#listener.line({ ms: this.#ms, text: line });
    this.#wrappedText = '';
  }

  /** `ms` since the first print. Calls must be in order, and wait for the previous call. */
  async print(bytes: Uint8Array, ms: number): Promise<void> {
    if (this.#isFullScreen && ms - this.#ms >= SETTLED_MS) this.#reportScreen();
    this.#ms = ms;
    parseNextWrite(this.#terminal);
    await new Promise<void>((done) => this.#terminal.write(bytes, done));
    if (!this.#isFullScreen) this.#commands.pause(this.#textBeforeCursor());
  }

  /** Reports the text that did not end with a line feed. */
  end(): void {
    if (this.#isFullScreen) this.#reportScreen();
    else if (this.#unfinished() !== '') this.#listener.line({ ms: this.#ms, text: this.#unfinished() });
    this.#commands.end();
    this.#terminal.dispose();
  }

  /** True if `screen` can be called: not in the middle of a sequence or a character. */
  get isAtRest(): boolean {
    return isAtRest(this.#terminal);
  }

  screen(): ScreenState {
    return saveScreen(this.#terminal);
  }

  /** The rows of the screen without empty rows at the end. */
  text(): string[] {
    const rows = Array.from({ length: this.#terminal.rows }, (_, row) => this.#rowText(row, true));
    return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
  }

  get #buffer() {
    return this.#terminal.buffer.active;
  }

  get #isFullScreen(): boolean {
    return this.#buffer.type === 'alternate';
  }

  #row(row: number) {
    return this.#buffer.getLine(row);
  }

  #rowText(row: number, isTrimmed: boolean): string {
    return this.#row(row)?.translateToString(isTrimmed) ?? '';
  }

  #startOf(row: number): number {
    let start = row;
    while (start > 0 && this.#row(start)?.isWrapped) start--;
    return start;
  }

  /** The rows of the line that ends at row `last`, if they are on the screen. */
  #lineAt(last: number): string {
    let text = '';
    for (let row = this.#startOf(last); row <= last; row++) text += this.#rowText(row, row === last);
    return text;
  }

  #unfinished(): string {
    return (this.#wrappedText + this.#lineAt(this.#buffer.cursorY)).trimEnd();
  }

  #textBeforeCursor(): string {
    const { cursorX, cursorY } = this.#buffer;
    let text = '';
    for (let row = this.#startOf(cursorY); row < cursorY; row++) text += this.#rowText(row, false);
    return text + (this.#row(cursorY)?.translateToString(false, 0, cursorX) ?? '');
  }

  /** A line that is longer than the screen loses its top rows before it ends. */
  #keepTopRow(isWrapping: boolean): void {
    const { cursorY } = this.#buffer;
    const isPartOfLine = isWrapping || this.#row(1)?.isWrapped;
    if (!isPartOfLine || this.#startOf(cursorY) > 0) return;
    this.#wrappedText += this.#rowText(0, false);
    if (this.#wrappedText.length < LINE_MAX) return;
    this.#listener.line({ ms: this.#ms, text: this.#wrappedText });
    this.#wrappedText = '';
  }

  #endLine(): void {
    if (this.#isFullScreen || this.#buffer.cursorY === 0) return;
    const text = (this.#wrappedText + this.#lineAt(this.#buffer.cursorY - 1)).trimEnd();
    this.#wrappedText = '';
    this.#commands.line(text, this.#ms);
    if (text !== '') this.#listener.line({ ms: this.#ms, text });
  }

  /** Reports the rows that are new since the last report. */
  #reportScreen(): void {
    const rows = this.text();
    const shownTexts = new Set(this.#lastRows);
    for (const text of rows) if (text !== '' && !shownTexts.has(text)) this.#listener.line({ ms: this.#ms, text });
    this.#lastRows = rows;
  }
}
