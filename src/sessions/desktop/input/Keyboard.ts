import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { keySymbolOf } from '../../../wire/desktop/keySymbols.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { scancodeOf } from '../../../wire/desktop/scancodes.ts';

export type Platform = 'mac' | 'windows' | 'other';

type Options = {
  send: (message: DesktopMessage) => void;
  /** The server accepts key symbols. */
  hasSymbols: boolean;
  platform: Platform;
  clock: Clock;
  /** The user pressed the documented shortcut to leave. */
  onLeave: () => void;
  /** Called before a key that may paste (streams §5.8). */
  onKey: () => void;
};

/** A key as it was sent, to be released in the same way. */
type Key = {
  /** Undefined if the server does not accept symbols, or if the key has no known symbol. */
  symbol: number | undefined;
  scancode: number;
};
type PendingKey = Key & { code: string; isDown: boolean };

/** The delay after the release of a withheld key (streams §5.6). */
const RELEASE_AFTER_MS = 10;
/** The X11 symbol of AltGr, which selects the third level. */
const ALT_GRAPH = 0xfe03;
/** The characters on the third level of Mac keyboards, which Windows keyboards have elsewhere. */
const OPTION_SIGN = /^[!-/:-@[-`{-~€]$/;

/** Identifies a key: phones have no codes. */
const nameOf = ({ code, key }: KeyboardEvent): string => code || key;

/**
 * Sends keys of an element to a desktop (streams §5.6). Meta and Alt are withheld until the next key, so that switching
 * windows with Alt+Tab does not leave them pressed.
 */
export class Keyboard {
  #options: Options;
  #pressed = new Map<string, Key>();
  #pendingKeys: PendingKey[] = [];
  #timer: Dispose = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Handles every key of the element. */
  listen(element: HTMLElement): Dispose {
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('keydown', (event) => this.handle(event), { signal });
    element.addEventListener('keyup', (event) => this.handle(event), { signal });
    element.addEventListener('blur', () => this.releaseAll(), { signal });
    return () => listening.abort();
  }

  handle(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const isDown = event.type === 'keydown';
    const isWayOut = event.key === 'ArrowUp' && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isDown && isWayOut) {
      this.releaseAll();
      return this.#options.onLeave();
    }
    const name = nameOf(event);
    const pressedKey = isDown && !event.repeat ? undefined : this.#pressed.get(name);
    const key = pressedKey ?? this.#keyOf(event);
    if (!key) return;
    if (isDown && !['Meta', 'Alt', 'Escape'].includes(event.key)) this.#options.onKey();
    if (event.code === 'CapsLock' && this.#options.platform === 'mac') return this.#tap(name, key);
    if (!isDown && event.key === 'Meta' && this.#options.platform === 'mac') return this.#releaseCommand(name, key);
    if (this.#waits(event)) return this.#withhold({ ...key, code: name, isDown });
    if (event.key === 'AltGraph') this.#dropFakeControl();
    if (isDown && this.#isOptionSign(event)) this.#dropOption();
    this.flush();
    // Windows only reports the release of Print Screen.
    if (!isDown && !this.#pressed.has(name)) return event.key === 'PrintScreen' ? this.#tap(name, key) : undefined;
    this.#send(name, key, isDown);
  }

  /** Presses keys, by their `code` and `key`, in order, and releases them in reverse. */
  chord(keys: readonly { code: string; key: string; location?: number }[]): void {
    this.releaseAll();
    const pressed = keys.map(({ code, key, location = 0 }) => ({
      code,
      symbol: this.#options.hasSymbols ? keySymbolOf({ key, location }) : undefined,
      scancode: scancodeOf(code) ?? 0,
    }));
    for (const key of pressed) this.#send(key.code, key, true);
    for (const key of pressed.toReversed()) this.#send(key.code, key, false);
  }

  /** Sends withheld keys: pointer buttons and the wheel also combine with Alt. */
  flush(): void {
    this.#timer();
    for (const { code, isDown, ...key } of this.#pendingKeys.splice(0)) this.#send(code, key, isDown);
  }

  /** The element lost the focus: withheld keys were not for the desktop. */
  releaseAll(): void {
    this.#timer();
    this.#pendingKeys = [];
    for (const [name, key] of this.#pressed) this.#send(name, key, false);
  }

  #keyOf(event: KeyboardEvent): Key | undefined {
    const { key, code, location } = event;
    const { hasSymbols, platform } = this.#options;
    const scancode = this.#isOptionSign(event) ? 0 : (scancodeOf(code) ?? 0);
    // Option selects the third level of a Mac keyboard, as AltGr does elsewhere.
    const found = platform === 'mac' && key === 'Alt' ? ALT_GRAPH : keySymbolOf({ key, location });
    // A dead key has symbol 0: it types nothing by itself, and the composed character follows.
    const symbol = hasSymbols && (found > 0 || key === 'Dead') ? found : undefined;
    return symbol || scancode > 0 ? { symbol, scancode } : undefined;
  }

  /** On Windows AltGr arrives as Control and AltGr, also when repeated, and Control would change the typed symbol. */
  #waits({ key, code, repeat }: KeyboardEvent): boolean {
    const mayBeAltGraph = this.#options.platform === 'windows' && this.#options.hasSymbols && code === 'ControlLeft';
    if (mayBeAltGraph && !this.#pressed.has(code)) return true;
    return repeat ? this.#pendingKeys.some((withheld) => withheld.code === code) : key === 'Meta' || key === 'Alt';
  }

  #withhold(key: PendingKey): void {
    this.#pendingKeys.push(key);
    if (key.isDown) return;
    this.#timer();
    this.#timer = this.#options.clock.after(RELEASE_AFTER_MS, () => this.flush());
  }

  #dropFakeControl(): void {
    if (this.#options.hasSymbols) this.#pendingKeys = this.#pendingKeys.filter(({ code }) => code !== 'ControlLeft');
  }

  /** It is a typed character. By the position of the key, Alt with it would be a shortcut. */
  #isOptionSign({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { hasSymbols, platform } = this.#options;
    return hasSymbols && platform === 'mac' && altKey && !ctrlKey && !metaKey && OPTION_SIGN.test(key);
  }

  #dropOption(): void {
    this.#pendingKeys = this.#pendingKeys.filter(({ symbol }) => symbol !== ALT_GRAPH);
    for (const [name, key] of this.#pressed) if (key.symbol === ALT_GRAPH) this.#send(name, key, false);
  }

  /** macOS does not report key releases while Command is held. */
  #releaseCommand(name: string, key: Key): void {
    this.flush();
    this.#send(name, key, false);
    this.releaseAll();
  }

  #tap(name: string, key: Key): void {
    this.flush();
    this.#send(name, key, true);
    this.#send(name, key, false);
  }

  #send(name: string, key: Key, isDown: boolean): void {
    const { symbol, scancode } = key;
    const pressedKey = this.#pressed.get(name);
    // The browser did not report its release.
    if (isDown && pressedKey && pressedKey.symbol !== symbol) this.#send(name, pressedKey, false);
    if (isDown) this.#pressed.set(name, key);
    else if (!this.#pressed.delete(name)) return;
    if (symbol !== undefined) this.#options.send({ kind: 'keySymbol', symbol, scancode, isDown });
    else if (scancode > 0) this.#options.send({ kind: 'key', scancode, isDown });
  }
}
