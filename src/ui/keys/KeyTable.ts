import type { Clock } from '../../lib/clock.ts';
import type { Dispose } from '../../lib/disposables.ts';
import { Emitter } from '../../lib/valueStore.ts';
import { chordOf, isEditing, isSingle } from './chord.ts';

/** One entry of the table of actions. Key handler, tooltips, status bar, palette and `?` sheet all read it. */
export type KeyAction = {
  /** The name of the action in the `?` sheet and the palette: "Reload". */
  label: string;
  /** Heading in the `?` sheet. */
  group: string;
  /** Alternatives in the notation of `chordOf`. A blank joins keys pressed one after the other: `G S`. */
  keys: readonly string[];
  /** Why it cannot run now. It is listed all the same. */
  off?: string | undefined;
  /** The current target, such as the row under the cursor. The palette shows it. */
  about?: () => string | undefined;
  /** One or two words for the status bar; absent: not shown there. */
  hint?: string;
  /** False: only listed. A component handles the key itself (arrows inside a list that has the focus). */
  handled?: false;
  run?: (event: KeyboardEvent) => void;
};

/** `over`: a side panel beside the page. Its keys take precedence over those of the page, which stays active. */
export type KeyDepth = 'page' | 'over';

type Group = { actions: readonly KeyAction[]; depth: KeyDepth };

/** A layer of actions: the page, or a dialog above it. While it is on top, the layers below are off. */
export class KeyLayer {
  #groups: Group[] = [];
  #actions: readonly KeyAction[] = [];
  #changed = new Emitter();

  /**
   * Actions of depth `over` win over those of the page. At the same depth later additions win: the page over the frame.
   */
  add(actions: readonly KeyAction[], depth: KeyDepth = 'page'): Dispose {
    this.#become([{ actions, depth }, ...this.#groups]);
    return () => this.#become(this.#groups.filter((group) => group.actions !== actions));
  }

  /** The same array until something is added or removed. */
  get actions(): readonly KeyAction[] {
    return this.#actions;
  }

  subscribe = (listener: () => void): Dispose => this.#changed.subscribe(listener);

  #become(groups: Group[]): void {
    const at = (depth: KeyDepth) => groups.filter((group) => group.depth === depth).flatMap(({ actions }) => actions);
    this.#groups = groups;
    this.#actions = [...at('over'), ...at('page')];
    this.#changed.emit();
  }
}

const SEQUENCE_MS = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=radio], [type=checkbox]), textarea, select'));

/** Keys that the focused control needs itself: Enter and Space press it, arrows move between radio buttons. */
const isPressing = (chord: string, target: EventTarget | null): boolean =>
  target instanceof Element &&
  ((/^(Enter|Space)$/.test(chord) && target.matches('a[href], button, summary, [role=button], input')) ||
    (/^(Up|Down|Left|Right)$/.test(chord) && target.matches('[type=radio]')));

/** Terminals and canvases with `data-own-keys` handle all keys. Only chords with Ctrl and Shift reach the table. */
const ownsKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-own-keys]') !== null;

type Options = { clock: Clock; singleKeysAreOn: () => boolean };

/** Finds the action for a key press in the top layer. */
export class KeyTable {
  #layers: KeyLayer[];
  #pending = '';
  #forget: Dispose = () => undefined;
  #options: Options;

  constructor(base: KeyLayer, options: Options) {
    this.#layers = [base];
    this.#options = options;
  }

  get top(): KeyLayer | undefined {
    return this.#layers.at(-1);
  }

  push(layer: KeyLayer): Dispose {
    this.#layers.push(layer);
    return () => {
      this.#layers = this.#layers.filter((other) => other !== layer);
    };
  }

  /** The listener of the window's `keydown`. */
  handle = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const chord = chordOf(event);
    if (chord === undefined || !this.#reaches(chord, event.target)) return;
    const pressed = this.#pending ? `${this.#pending} ${chord}` : chord;
    this.#wait('');
    const actions = this.top?.actions ?? [];
    if (this.#run(actions, pressed, event)) return;
    if (actions.some((action) => action.keys.some((keys) => keys.startsWith(`${pressed} `)))) this.#wait(pressed);
    else if (pressed !== chord) this.#run(actions, chord, event);
  };

  #reaches(chord: string, target: EventTarget | null): boolean {
    if (ownsKeys(target)) return chord.startsWith('Ctrl+Shift+');
    if (isPressing(chord, target) || (isEditing(chord) && isTyping(target))) return false;
    return !isSingle(chord) || (!isTyping(target) && this.#options.singleKeysAreOn());
  }

  #run(actions: readonly KeyAction[], keys: string, event: KeyboardEvent): boolean {
    const action = actions.find((a) => a.handled !== false && a.run && a.keys.includes(keys));
    if (!action) return false;
    event.preventDefault();
    if (action.off === undefined) action.run?.(event);
    return true;
  }

  #wait(pending: string): void {
    this.#forget();
    this.#pending = pending;
    if (pending) this.#forget = this.#options.clock.after(SEQUENCE_MS, () => (this.#pending = ''));
  }
}
