import type { Terminal } from '@xterm/xterm';
import { Emitter } from '../../../lib/valueStore.ts';
import { copyText } from '../../../ui/copyText.ts';
import type { EmulatorSettings } from './settings.ts';

/** `link`: the link at that position. */
export type MenuPosition = { x: number; y: number; link?: string | undefined };

type Habits = Pick<EmulatorSettings, 'copiesSelection' | 'rightClick' | 'middleClick'>;

/** The last selection in any terminal of this page. A middle click pastes it, as in native terminals. */
let lastSelection = '';

/**
 * Clicks that do more than select. With Shift the browser handles a click. Otherwise a program that uses the mouse gets
 * it.
 */
export class PointerHabits {
  /** The user requested a menu at this position in the window. */
  readonly menuWanted = new Emitter<MenuPosition>();
  #terminal: Terminal;
  #host: HTMLElement;
  #paste: (text: string) => void;
  #habits: Habits = { copiesSelection: false, rightClick: 'menu', middleClick: 'nothing' };

  constructor(terminal: Terminal, host: HTMLElement, paste: (text: string) => void) {
    this.#terminal = terminal;
    this.#host = host;
    this.#paste = paste;
  }

  apply(habits: Habits): void {
    this.#habits = habits;
  }

  /** Called once, when the terminal is in the page. */
  listen(): void {
    this.#host.addEventListener('contextmenu', this.#onContextMenu, { capture: true });
    this.#host.addEventListener('auxclick', this.#onMiddleClick, { capture: true });
    this.#host.addEventListener('mousedown', this.#noNativePaste, { capture: true });
    this.#host.addEventListener('mouseup', this.#noNativePaste, { capture: true });
    // The button may be released outside the terminal.
    this.#host.ownerDocument.addEventListener('mouseup', this.#onMouseUp);
  }

  dispose(): void {
    this.#host.ownerDocument.removeEventListener('mouseup', this.#onMouseUp);
  }

  get #isReported(): boolean {
    return this.#terminal.modes.mouseTrackingMode !== 'none';
  }

  #onContextMenu = (event: MouseEvent): void => {
    if (event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#isReported) return;
    if (this.#habits.rightClick === 'menu')
      this.menuWanted.emit({ x: event.clientX, y: event.clientY, link: this.#host.dataset['link'] });
    else void this.#pasteClipboard();
  };

  /** Some systems paste on a middle click or its release themselves, which would duplicate the paste or the report. */
  #noNativePaste = (event: MouseEvent): void => {
    if (event.button === 1 && !event.shiftKey) event.preventDefault();
  };

  #onMiddleClick = (event: MouseEvent): void => {
    if (event.button !== 1 || event.shiftKey) return;
    event.preventDefault();
    if (this.#isReported) return;
    event.stopPropagation();
    if (this.#habits.middleClick !== 'paste') return;
    if (lastSelection) this.#paste(lastSelection);
    else void this.#pasteClipboard();
  };

  #onMouseUp = (event: MouseEvent): void => {
    const selection = event.button === 0 ? this.#terminal.getSelection() : '';
    if (!selection || selection === lastSelection) return;
    lastSelection = selection;
    if (this.#habits.copiesSelection) void copyText(selection);
  };

  /** If the browser denies access to the clipboard, the menu explains how to paste. */
  async #pasteClipboard(): Promise<void> {
    try {
      this.#paste(await navigator.clipboard.readText());
    } catch {
      const { left, top } = this.#host.getBoundingClientRect();
      this.menuWanted.emit({ x: left, y: top });
    }
  }
}
