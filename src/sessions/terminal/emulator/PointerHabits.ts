import type { Terminal } from '@xterm/xterm';
import { Emitter } from '../../../lib/valueStore.ts';
import { copyText } from '../../../ui/copyText.ts';
import type { EmulatorSettings } from './settings.ts';

/** `link`: the address at that place. */
export type MenuPlace = { x: number; y: number; link?: string | undefined };

type Habits = Pick<EmulatorSettings, 'copiesSelection' | 'rightClick' | 'middleClick'>;

/** What was selected last in any terminal of this page: a middle click pastes it, as it does beside a browser. */
let lastSelection = '';

/**
 * Clicks that are more than a selection. Shift leaves a click to the browser; a program that reports the pointer gets it
 * otherwise.
 */
export class PointerHabits {
  /** A menu was asked for at this place of the window. */
  readonly menuWanted = new Emitter<MenuPlace>();
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

  /** Once, when the terminal stands on the page. */
  listen(): void {
    this.#host.addEventListener('contextmenu', this.#onContextMenu, { capture: true });
    this.#host.addEventListener('auxclick', this.#onMiddleClick, { capture: true });
    this.#host.addEventListener('mousedown', this.#noNativePaste, { capture: true });
    this.#host.addEventListener('mouseup', this.#noNativePaste, { capture: true });
    // The button may come up beside the terminal.
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

  /** Some systems paste with the middle button themselves, some as it goes up: that would come on top of paste or report. */
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

  /** Where the browser does not give the clipboard, the menu says how to paste. */
  async #pasteClipboard(): Promise<void> {
    try {
      this.#paste(await navigator.clipboard.readText());
    } catch {
      const { left, top } = this.#host.getBoundingClientRect();
      this.menuWanted.emit({ x: left, y: top });
    }
  }
}
