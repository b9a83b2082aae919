import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { Disposables } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { onThemeChange } from '../../../ui/theme.ts';
import { DEFAULT_SIZE, RECORDING_OPTIONS, prepareForRecording } from '../../../wire/recording/recordingTerminal.ts';
import { restoreScreen, saveScreen, type ScreenState } from '../../../wire/recording/screenState.ts';
import type { Size } from '../../../wire/recording/RecordingTimeline.ts';
import { limitContrasts } from '../../../wire/terminal/limitContrasts.ts';
import { sliceSequences } from '../../../wire/terminal/sequenceCounts.ts';
import { charWidthPx, lineHeightFactor, TERMINAL_FAMILY, terminalFont } from '../../terminal/emulator/font.ts';
import { readPalette } from '../../terminal/emulator/palette.ts';
import type { Scale } from '../Player.ts';
import type { Painter } from './TerminalTrack.ts';

const FIT_FONT = { minPx: 5, maxPx: 28 };

/** The screen of a player: the emulator of live terminals without keyboard and scrollback. */
export class RecordingScreen implements Painter {
  readonly size = new ValueStore<Size>(DEFAULT_SIZE);
  #terminal: Terminal;
  #empty: ScreenState;
  #host: HTMLElement | undefined;
  #scale: Scale = 'fit';
  #undo = new Disposables();

  constructor() {
    const font = terminalFont();
    this.#terminal = new Terminal({
      ...RECORDING_OPTIONS,
      ...DEFAULT_SIZE,
      cursorInactiveStyle: 'block',
      fontFamily: TERMINAL_FAMILY,
      fontSize: font.sizePx,
      lineHeight: lineHeightFactor(font),
    });
    prepareForRecording(this.#terminal);
    sliceSequences(this.#terminal);
    this.#empty = saveScreen(this.#terminal);
    this.#undo.add(() => this.#terminal.dispose());
    this.#undo.add(onThemeChange(() => this.#repaint()));
  }

  /** Adds the screen to the page. Call it once. */
  open(host: HTMLElement): void {
    this.#host = host;
    // Before opening: an open emulator measures all letters again for each of these changes.
    this.#fit();
    this.#repaint();
    this.#terminal.open(host);
    limitContrasts(this.#terminal);
    host.tabIndex = -1;
    if (this.#terminal.textarea) {
      this.#terminal.textarea.tabIndex = -1;
      this.#terminal.textarea.ariaHidden = 'true'; // a recording takes no input
      // A press on the picture gives the focus to the emulator, but the player handles the keys.
      this.#terminal.textarea.addEventListener('focus', () => host.focus({ preventScroll: true }));
    }
    const copy = (event: ClipboardEvent) => {
      const text = this.#terminal.getSelection();
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    };
    host.addEventListener('copy', copy);
    const watch = new ResizeObserver(() => this.#fit());
    watch.observe(host);
    this.#undo.add(() => watch.disconnect());
  }

  setScale(scale: Scale): void {
    this.#scale = scale;
    this.#fit();
  }

  clear({ cols, rows }: Size): void {
    restoreScreen(this.#terminal, this.#empty);
    this.resize({ cols, rows });
  }

  restore(state: ScreenState): void {
    restoreScreen(this.#terminal, state);
    this.#note();
    this.#terminal.refresh(0, this.#terminal.rows - 1);
  }

  resize({ cols, rows }: Size): void {
    if (cols === this.#terminal.cols && rows === this.#terminal.rows) return;
    this.#terminal.resize(cols, rows);
    this.#note();
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#terminal.write(bytes, resolve));
  }

  dispose(): void {
    this.#undo.dispose();
  }

  #note(): void {
    const { cols, rows } = this.#terminal;
    const current = this.size.get();
    if (current.cols === cols && current.rows === rows) return;
    this.size.set({ cols, rows });
    this.#fit();
  }

  /** Chooses the largest text size at which the recorded screen fits into the page. */
  #fit(): void {
    const host = this.#host;
    if (!host || host.clientWidth === 0) return;
    const usual = terminalFont();
    const { cols, rows } = this.#terminal;
    const advance = charWidthPx(usual) / usual.sizePx;
    const line = usual.linePx / usual.sizePx;
    const fitting = Math.min(host.clientWidth / (cols * advance), host.clientHeight / (rows * line));
    const sizePx =
      this.#scale === 'original'
        ? usual.sizePx
        : Math.min(FIT_FONT.maxPx, Math.max(FIT_FONT.minPx, Math.floor(fitting * 2) / 2));
    if (this.#terminal.options.fontSize === sizePx) return;
    this.#terminal.options.fontSize = sizePx;
    this.#terminal.options.lineHeight = lineHeightFactor({ sizePx, linePx: Math.round(sizePx * line) });
  }

  #repaint(): void {
    if (this.#host) this.#terminal.options.theme = readPalette(this.#host);
  }
}
