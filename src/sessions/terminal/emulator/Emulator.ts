import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { systemClock } from '../../../lib/clock.ts';
import { Disposables, type Dispose } from '../../../lib/disposables.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import { onThemeChange } from '../../../ui/theme.ts';
import { charWidths } from '../../../wire/terminal/charWidths.ts';
import { limitContrasts } from '../../../wire/terminal/limitContrasts.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import { limitCounts, sliceSequences } from '../../../wire/terminal/sequenceCounts.ts';
import type { Screen } from '../session/WriteQueue.ts';
import styles from './Emulator.module.css';
import { FitWatch } from './FitWatch.ts';
import { bufferText, cellAt, recentText, wordAt } from './bufferText.ts';
import { Finder } from './Finder.ts';
import { familyOf, lineHeightFactor, respelled, TERMINAL_FAMILY, terminalFont } from './font.ts';
import { keySequence, missingSequence, withSticky, type RowKey, type StickyKeys } from './keySequences.ts';
import { registerOscHandlers, cleanTitle } from './oscHandlers.ts';
import { PointerHabits } from './PointerHabits.ts';
import { pageZoom, Scroller } from './Scroller.ts';
import type { EmulatorSettings } from './settings.ts';
import { readPalette } from './palette.ts';
import { isReport, ReportLimit } from './judgeInput.ts';
import { TouchHabits, type Point } from './TouchHabits.ts';
import { markedLinks, plainLinks } from './webLinks.ts';

/** Enables drawing on the graphics processor. Calls `regrid` when that fails and the characters are measured again. */
export type PaintFaster = (terminal: Terminal, regrid: () => void) => void;

type Options = { scrollbackLines: number; paintFaster?: PaintFaster | undefined };

/** An emulator hides its cursor until it has had the focus, or has left the alternate screen. */
const SHOW_CURSOR = '\x1b[?1047l';

/** Contrast of text on a program's background colour (WCAG AA): `30;47` and light text on blue exist in both themes. */
const MIN_CONTRAST = 4.5;

const NO_STICKY: StickyKeys = { ctrl: false, alt: false };

/** Shortcuts of the console around the terminal. Without this they would reach the program as plain Ctrl keys. */
const isConsoleChord = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (shiftKey && (ctrlKey || metaKey) && /^(Arrow(Up|Down|Left|Right)|Enter|[a-z])$/i.test(key)) ||
  (shiftKey && altKey && !ctrlKey && !metaKey && /^Arrow(Up|Down|Left|Right)$/.test(key));

/** The screen of one session: xterm.js, its size, its colours, and its keyboard and pointer input. */
export class Emulator implements Screen {
  /** Typed input, or a paste after the question. Bytes: reports that are not text. */
  readonly input = new Emitter<string | Uint8Array>();
  /** The columns and rows that fit into the box. Emitted when they have been applied. */
  readonly room = new Emitter<TermSize>();
  /** Text to paste. The console can ask before it passes it to `paste`. */
  readonly pasted = new Emitter<string>();
  /** Pointer and selection features: menu, paste, copy. */
  readonly pointer: PointerHabits;
  readonly finder: Finder;
  /** A program rang the bell. */
  readonly bell = new Emitter();
  /** A program wants to write this text to the clipboard (OSC 52). Requests to read the clipboard get no answer. */
  readonly clipboardWritten = new Emitter<string>();
  /** The window title that a program sets (OSC 0, 2). The text is untrusted. */
  readonly programTitle = new ValueStore('');
  /** The shell's working directory (OSC 7). The text is untrusted, and the path may not exist. */
  readonly workingDirectory = new ValueStore<string | undefined>(undefined);
  readonly hasSelection = new ValueStore(false);
  /** Modifiers of the key row that apply to the next key. */
  readonly sticky = new ValueStore<StickyKeys>(NO_STICKY);

  #host = document.createElement('div');
  #terminal: Terminal;
  #scrollbackLines: number;
  #fit = new FitAddon();
  #watch = new FitWatch(systemClock, () => requestAnimationFrame(() => this.#refit()));
  #touch: TouchHabits;
  #paintFaster: PaintFaster | undefined;
  #hadFocus = false;
  /** The output that is parsed now was shown before. */
  #isRepeating = false;
  #reports = new ReportLimit();
  #undo = new Disposables();

  constructor({ scrollbackLines, paintFaster }: Options) {
    const font = terminalFont();
    this.#paintFaster = paintFaster;
    this.#scrollbackLines = scrollbackLines;
    this.#host.className = styles['host'] ?? '';
    // The key table leaves all keys except Ctrl+Shift shortcuts to elements with `data-own-keys`.
    this.#host.dataset.ownKeys = '';
    this.#terminal = new Terminal({
      // Decorations of found text and character widths are proposed APIs.
      allowProposedApi: true,
      cursorBlink: false,
      cursorInactiveStyle: 'outline',
      drawBoldTextInBrightColors: false,
      fontFamily: TERMINAL_FAMILY,
      fontSize: font.sizePx,
      lineHeight: lineHeightFactor(font),
      linkHandler: markedLinks(this.#host),
      // Malformed output of a program is not an error of this page, and would fill the browser's log.
      logLevel: 'off',
      minimumContrastRatio: MIN_CONTRAST,
      scrollback: scrollbackLines,
    });
    this.#undo.add(() => this.#terminal.dispose());
    this.#terminal.unicode.register(charWidths);
    this.#terminal.unicode.activeVersion = charWidths.version;
    limitCounts(this.#terminal);
    sliceSequences(this.#terminal);
    this.#terminal.write(SHOW_CURSOR);
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.registerLinkProvider(plainLinks(this.#terminal, this.#host));
    this.#terminal.attachCustomKeyEventHandler((event) => !isConsoleChord(event) && !this.#takeKey(event));
    this.#terminal.onData(this.#typed);
    this.#terminal.onBinary((text) => this.input.emit(Uint8Array.from(text, (c) => c.charCodeAt(0))));
    this.#terminal.onCursorMove(this.#keepCursorInView);
    this.#terminal.onSelectionChange(() => this.hasSelection.set(this.#terminal.hasSelection()));
    this.#terminal.onTitleChange((title) => this.programTitle.set(cleanTitle(title)));
    this.#terminal.onBell(() => !this.#isRepeating && this.bell.emit());
    registerOscHandlers(this.#terminal, () => this.#isRepeating, {
      directory: (path) => this.workingDirectory.set(path),
      clipboard: (text) => this.clipboardWritten.emit(text),
    });
    this.finder = new Finder(this.#terminal);
    this.#undo.add(() => this.finder.dispose());
    this.pointer = new PointerHabits(this.#terminal, this.#host, (text) => this.#pasteIn(text));
    this.#undo.add(() => this.pointer.dispose());
    const scroller = new Scroller(this.#terminal);
    this.#touch = new TouchHabits(this.#host, {
      rowPx: () => this.#grid().height / this.#terminal.rows,
      scroll: (lines, at) => scroller.scroll(lines, at),
      glides: () => scroller.isScrollback,
      longPress: (at) => {
        this.#selectWord(at);
        this.pointer.menuWanted.emit(at);
      },
    });
    this.#undo.add(() => this.#touch.dispose());
    this.#undo.add(onThemeChange(this.repaint));
  }

  /** A ref callback: adds the screen to its container, and removes it without losing content or focus. */
  attach = (parent: HTMLElement | null): Dispose => {
    parent?.append(this.#host);
    if (parent && !this.#terminal.element) this.#open();
    if (this.#hadFocus) this.focus();
    return () => {
      this.#hadFocus = this.#host.contains(document.activeElement);
      this.#host.remove();
    };
  };

  /** Repeated output is only painted: its queries, bells and clipboard texts were handled before. */
  write(bytes: Uint8Array, parsed: () => void, isRepeated = false): void {
    if (!isRepeated) return this.#terminal.write(bytes, parsed);
    this.#terminal.write('', () => (this.#isRepeating = true));
    this.#terminal.write(bytes, () => {
      this.#isRepeating = false;
      parsed();
    });
  }

  isSeen = (): boolean => this.#host.checkVisibility();

  /** Applies another participant's size. The box is ignored, and scrolls if it is smaller. */
  resize({ cols, rows }: TermSize): void {
    this.#host.dataset.sharedSize = '';
    this.#terminal.resize(cols, rows);
    this.#keepCursorInView();
  }

  /** The size that fits into its box. Emitted even if it has not changed, but not while the box is hidden. */
  refit = (): void => {
    if (this.#terminal.element) this.#refit();
  };

  /** Without input the cursor is hollow, and the terminal cannot keep the focus. */
  acceptInput(accepts: boolean): void {
    const { textarea, options } = this.#terminal;
    options.disableStdin = !accepts;
    if (!textarea) return;
    if (!accepts) textarea.blur();
    textarea.disabled = !accepts;
  }

  /** False if it does not accept input now: the focus stays where it was. */
  focus(): boolean {
    this.#terminal.focus();
    return document.activeElement === this.#terminal.textarea;
  }

  /** A program uses the alternate screen: an editor, a pager. */
  get isOnOtherScreen(): boolean {
    return this.#terminal.buffer.active.type === 'alternate';
  }

  /** The program treats pasted text as text, so it cannot run a command. */
  get bracketsPaste(): boolean {
    return this.#terminal.modes.bracketedPasteMode;
  }

  selection = (): string => this.#terminal.getSelection();
  selectAll = (): void => this.#terminal.selectAll();
  clear = (): void => {
    this.#terminal.clear();
    this.finder.forget();
  };

  /** Adds brackets if the program asked for them. Clean the text first with `planPaste`. */
  paste(text: string): void {
    this.#terminal.paste(text);
  }

  /** Sends a key of the row above a phone's keyboard. */
  press(key: RowKey): void {
    const sticky = this.#takeSticky();
    this.#terminal.input(keySequence(key, sticky, this.#terminal.modes.applicationCursorKeysMode));
  }

  /** Sends the sequence of a key. Modifiers of the key row stay active. */
  send(sequence: string): void {
    this.#terminal.input(sequence);
  }

  hasFocus = (): boolean => this.#host.contains(document.activeElement) && document.hasFocus();

  /** The whole content with scrollback, without colours. */
  text = (): string => bufferText(this.#terminal.buffer.normal);

  /** The last lines of the shown output. */
  recentText = (lines: number): string => recentText(this.#terminal, lines);

  /** Applies at once. A smaller scrollback limit discards older lines. */
  applySettings(settings: EmulatorSettings): void {
    const { options } = this.#terminal;
    const [font, family] = [terminalFont(settings.fontSizePx), familyOf(settings.family)];
    const measures = { fontSize: font.sizePx, fontFamily: family, lineHeight: lineHeightFactor(font, family) };
    const isOther = options.fontSize !== font.sizePx || options.fontFamily !== family;
    if (isOther) Object.assign(options, measures);
    options.cursorStyle = settings.cursor;
    options.cursorBlink = settings.blinks;
    options.screenReaderMode = settings.readerMode;
    options.scrollback = settings.scrollbackLines ?? this.#scrollbackLines;
    this.pointer.apply(settings);
    if (isOther && this.#terminal.element) this.#refit();
  }

  /** Applies the current colours of the page. */
  repaint = (): void => {
    if (this.#host.isConnected) this.#terminal.options.theme = readPalette(this.#host);
  };

  /** The font loaded after the first measurement. */
  remeasure(): void {
    const { options } = this.#terminal;
    const family = options.fontFamily ?? TERMINAL_FAMILY;
    options.fontFamily = respelled(family);
    options.lineHeight = lineHeightFactor(terminalFont(options.fontSize), family);
    this.refit();
  }

  dispose(): void {
    this.#undo.dispose();
    this.#host.remove();
  }

  #open(): void {
    const terminal = this.#terminal;
    this.repaint();
    terminal.open(this.#host);
    limitContrasts(terminal);
    this.acceptInput(terminal.options.disableStdin !== true);
    this.#paintFaster?.(terminal, () => this.#refit());
    const resized = new ResizeObserver(([entry]) => entry && this.#watch.note(entry.contentRect));
    resized.observe(this.#host);
    this.#undo.add(() => resized.disconnect());
    this.#undo.add(() => this.#watch.dispose());
    this.#host.addEventListener('paste', this.#onPaste, { capture: true });
    // Before the pointer: a long press can also fire a right click.
    this.#touch.listen();
    this.pointer.listen();
    this.#refit();
  }

  #refit(): void {
    const room = this.#fit.proposeDimensions();
    if (!room || this.#host.clientWidth === 0) return;
    delete this.#host.dataset.sharedSize;
    this.#terminal.options.scrollSensitivity = pageZoom();
    this.#terminal.resize(room.cols, room.rows);
    this.room.emit(room);
  }

  /** The rectangle of the characters in the window. */
  #grid(): DOMRect {
    return (this.#terminal.element?.querySelector('.xterm-screen') ?? this.#host).getBoundingClientRect();
  }

  #selectWord({ x, y }: Point): void {
    const cell = cellAt(this.#terminal, this.#grid(), { x, y });
    const word = cell && wordAt(this.#terminal.buffer.active, this.#terminal.cols, cell);
    if (word) this.#terminal.select(word.col, word.row, word.length);
  }

  /** If another user's screen is larger than the box, scrolls to the part with the cursor. */
  #keepCursorInView = (): void => {
    const { rows, buffer, element } = this.#terminal;
    if (!element || this.#host.dataset.sharedSize === undefined) return;
    const rowPx = element.scrollHeight / rows;
    const topPx = buffer.active.cursorY * rowPx;
    const { scrollTop, clientHeight } = this.#host;
    if (topPx < scrollTop) this.#host.scrollTop = topPx;
    else if (topPx + rowPx > scrollTop + clientHeight) this.#host.scrollTop = topPx + rowPx - clientHeight;
  };

  /** Handles keys that the emulator does not know. */
  #takeKey(event: KeyboardEvent): boolean {
    const sequence = missingSequence(event);
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const isToEnd = shiftKey && !ctrlKey && !altKey && !metaKey && (key === 'Home' || key === 'End');
    if (sequence === undefined && !(isToEnd && !this.isOnOtherScreen)) return false;
    event.preventDefault();
    if (event.type !== 'keydown') return true;
    if (sequence !== undefined) this.send(sequence);
    else if (key === 'Home') this.#terminal.scrollToTop();
    else this.#terminal.scrollToBottom();
    return true;
  }

  #typed = (data: string): void => {
    if (!isReport(data)) return this.input.emit(withSticky(data, this.#takeSticky()));
    if (!this.#isRepeating && this.#reports.take()) this.input.emit(data);
  };

  #takeSticky(): StickyKeys {
    const sticky = this.sticky.get();
    this.sticky.set(NO_STICKY);
    return sticky;
  }

  #onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    this.#pasteIn(event.clipboardData?.getData('text/plain') ?? '');
  };

  #pasteIn(text: string): void {
    if (text && !this.#terminal.options.disableStdin) this.pasted.emit(text);
  }
}
