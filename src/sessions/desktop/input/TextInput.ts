import type { Dispose } from '../../../lib/disposables.ts';
import { symbolOfCharacter } from '../../../wire/desktop/keySymbols.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { scancodeOf } from '../../../wire/desktop/scancodes.ts';
import { usKeyOf } from '../../../wire/desktop/usKeyboard.ts';
import type { Keyboard } from './Keyboard.ts';

type Options = {
  send: (message: DesktopMessage) => void;
  hasSymbols: boolean;
  keyboard: Keyboard;
  warn: (text: string) => void;
};

/** Keyboards of phones only report a deletion if there is text to delete. */
const FILLING = 'x'.repeat(32);
const LENGTH_MAX = 256;
const BACKSPACE = '\b';
/** The difference between two texts: the characters deleted at the end, and the characters added. */
export function typedText(before: string, after: string): string {
  const old = Array.from(before);
  const now = Array.from(after);
  let same = 0;
  while (same < Math.min(old.length, now.length) && old[same] === now[same]) same++;
  return BACKSPACE.repeat(old.length - same) + now.slice(same).join('');
}

/**
 * Sends text from a field to a desktop. Keyboards of phones, with suggestions and corrections, report no keys, and
 * browsers compose accents and other scripts only in a field.
 */
export class TextInput {
  #options: Options;
  #isRefused = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** `isWhole`: composed text is sent when it is complete, and the field shows it until then. */
  listen(field: HTMLTextAreaElement, { isWhole = false } = {}): Dispose {
    const { keyboard, hasSymbols } = this.#options;
    const listening = new AbortController();
    const { signal } = listening;
    const filling = isWhole ? '' : FILLING;
    let before = (field.value = filling);
    const onKey = (event: KeyboardEvent) => {
      // Without symbols, the desktop itself composes.
      const isComposed = event.isComposing || (hasSymbols && event.key === 'Dead');
      const isText = isComposed || event.code === '' || ['Unidentified', 'Process'].includes(event.key);
      if (!isText) keyboard.handle(event);
    };
    const onInput = (event: Event) => {
      const isComposing = event instanceof InputEvent && event.isComposing;
      field.toggleAttribute('data-composing', isWhole && isComposing);
      if (isWhole && isComposing) return;
      this.type(typedText(before, field.value));
      if (!isComposing && (isWhole || field.value.length > LENGTH_MAX || field.value.length < filling.length))
        field.value = filling;
      before = field.value;
    };
    field.addEventListener('keydown', onKey, { signal });
    field.addEventListener('keyup', onKey, { signal });
    field.addEventListener('input', onInput, { signal });
    // Some browsers report the end of a composition after its last input, others before it.
    if (isWhole) field.addEventListener('compositionend', onInput, { signal });
    field.addEventListener('blur', () => keyboard.releaseAll(), { signal });
    return () => listening.abort();
  }

  type(text: string): void {
    for (const character of text) {
      if (character === BACKSPACE) this.#options.keyboard.chord([{ code: 'Backspace', key: 'Backspace' }]);
      else if (character === '\n') this.#options.keyboard.chord([{ code: 'Enter', key: 'Enter' }]);
      else if (this.#options.hasSymbols) this.#press(symbolOfCharacter(character), 0);
      else this.#typeByKey(character);
    }
  }

  #typeByKey(character: string): void {
    const key = usKeyOf(symbolOfCharacter(character));
    if (!key) {
      if (!this.#isRefused)
        this.#options.warn(`“${character}” was not typed: this server takes only keys of a US keyboard.`);
      this.#isRefused = true;
      return;
    }
    const shift = scancodeOf('ShiftLeft') ?? 0;
    if (key.isShifted) this.#options.send({ kind: 'key', scancode: shift, isDown: true });
    this.#press(0, key.scancode);
    if (key.isShifted) this.#options.send({ kind: 'key', scancode: shift, isDown: false });
  }

  #press(symbol: number, scancode: number): void {
    if (symbol === 0 && scancode === 0) return;
    for (const isDown of [true, false])
      this.#options.send(
        symbol > 0 ? { kind: 'keySymbol', symbol, scancode, isDown } : { kind: 'key', scancode, isDown },
      );
  }
}
