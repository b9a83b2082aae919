import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { keySymbolOf } from '../../../wire/desktop/keySymbols.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { scancodeOf } from '../../../wire/desktop/scancodes.ts';

export type Platform = 'mac' | 'windows' | 'other';

type Options = {
  send: (message: DesktopMessage) => void;
  /** The server takes key symbols. */
  hasSymbols: boolean;
  platform: Platform;
  clock: Clock;
  /** The documented way out. */
  onLeave: () => void;
  /** Before a key that may paste (streams §5.8). */
  onKey: () => void;
};

/** A key as it was sent, to be released the same way. */
type Key = {
  /** undefined where the server takes none, or the key has none that is known. */
  symbol: number | undefined;
  scancode: number;
};
type Withheld = Key & { code: string; isDown: boolean };

/** After the release of a withheld key (streams §5.6). */
const RELEASE_AFTER_MS = 10;
/** The X11 symbol of AltGr, which chooses the third level. */
const ALT_GRAPH = 0xfe03;
/** What keyboards of a Mac have on the third level, and those of Windows elsewhere. */
const OPTION_SIGN = /^[!-/:-@[-`{-~€]$/;

/** What identifies a key: phones have no codes. */
const nameOf = ({ code, key }: KeyboardEvent): string => code || key;

/**
 * Keys of an element on their way to a desktop (streams §5.6). Meta and Alt wait for the key that follows, so that
 * switching windows with Alt+Tab leaves none of them pressed.
 */
export class Keyboard {
  #options: Options;
  #pressed = new Map<string, Key>();
  #withheld: Withheld[] = [];
  #timer: Dispose = () => undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes every key of the element. */
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
    const held = isDown && !event.repeat ? undefined : this.#pressed.get(name);
    const key = held ?? this.#keyOf(event);
    if (!key) return;
    if (isDown && !['Meta', 'Alt', 'Escape'].includes(event.key)) this.#options.onKey();
    if (event.code === 'CapsLock' && this.#options.platform === 'mac') return this.#tap(name, key);
    if (!isDown && event.key === 'Meta' && this.#options.platform === 'mac') return this.#releaseCommand(name, key);
    if (this.#waits(event)) return this.#withhold({ ...key, code: name, isDown });
    if (event.key === 'AltGraph') this.#dropFakeControl();
    if (isDown && this.#isOptionSign(event)) this.#dropOption();
    this.flush();
    // Windows reports only the release of Print Screen.
    if (!isDown && !this.#pressed.has(name)) return event.key === 'PrintScreen' ? this.#tap(name, key) : undefined;
    this.#send(name, key, isDown);
  }

  /** Keys by their `code` and `key`, pressed in their order and released in the reverse one. */
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

  /** Sends what is withheld: pointer buttons and the wheel count with Alt, too. */
  flush(): void {
    this.#timer();
    for (const { code, isDown, ...key } of this.#withheld.splice(0)) this.#send(code, key, isDown);
  }

  /** The keys are no longer ours; what is withheld was never meant for the desktop. */
  releaseAll(): void {
    this.#timer();
    this.#withheld = [];
    for (const [name, key] of this.#pressed) this.#send(name, key, false);
  }

  #keyOf(event: KeyboardEvent): Key | undefined {
    const { key, code, location } = event;
    const { hasSymbols, platform } = this.#options;
    const scancode = this.#isOptionSign(event) ? 0 : (scancodeOf(code) ?? 0);
    // Option types the third level of a Mac's keyboard, as AltGr does elsewhere.
    const found = platform === 'mac' && key === 'Alt' ? ALT_GRAPH : keySymbolOf({ key, location });
    // A dead key has symbol 0: it types nothing by itself, and what takes its place composes with it.
    const symbol = hasSymbols && (found > 0 || key === 'Dead') ? found : undefined;
    return symbol || scancode > 0 ? { symbol, scancode } : undefined;
  }

  /** On Windows AltGr comes as Control and AltGr, also repeated, and Control would change what the symbol types. */
  #waits({ key, code, repeat }: KeyboardEvent): boolean {
    const mayBeAltGraph = this.#options.platform === 'windows' && this.#options.hasSymbols && code === 'ControlLeft';
    if (mayBeAltGraph && !this.#pressed.has(code)) return true;
    return repeat ? this.#withheld.some((one) => one.code === code) : key === 'Meta' || key === 'Alt';
  }

  #withhold(key: Withheld): void {
    this.#withheld.push(key);
    if (key.isDown) return;
    this.#timer();
    this.#timer = this.#options.clock.after(RELEASE_AFTER_MS, () => this.flush());
  }

  #dropFakeControl(): void {
    if (this.#options.hasSymbols) this.#withheld = this.#withheld.filter(({ code }) => code !== 'ControlLeft');
  }

  /** It is text: where places of keys count, its key with Alt would be a shortcut. */
  #isOptionSign({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const { hasSymbols, platform } = this.#options;
    return hasSymbols && platform === 'mac' && altKey && !ctrlKey && !metaKey && OPTION_SIGN.test(key);
  }

  #dropOption(): void {
    this.#withheld = this.#withheld.filter(({ symbol }) => symbol !== ALT_GRAPH);
    for (const [name, key] of this.#pressed) if (key.symbol === ALT_GRAPH) this.#send(name, key, false);
  }

  /** macOS reports no release of keys while Command is held. */
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
    const held = this.#pressed.get(name);
    // The browser did not report its release.
    if (isDown && held && held.symbol !== symbol) this.#send(name, held, false);
    if (isDown) this.#pressed.set(name, key);
    else if (!this.#pressed.delete(name)) return;
    if (symbol !== undefined) this.#options.send({ kind: 'keySymbol', symbol, scancode, isDown });
    else if (scancode > 0) this.#options.send({ kind: 'key', scancode, isDown });
  }
}
