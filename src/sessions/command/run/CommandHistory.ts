import { parseJson, textAt, textsAt } from '../../../lib/json.ts';
import { COMMANDS_PREFIX } from '../../../lib/storageKeys.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

const KEPT = 20;

/** Commands of one user in this browser: the last ones that ran, and the one that is being written. */
export class CommandHistory {
  /** The newest first. */
  readonly recent: ValueStore<readonly string[]>;
  readonly typed: string;
  #storage: Storage;
  #key: string;
  #typed: string;

  constructor(storage: Storage, user: string) {
    this.#storage = storage;
    this.#key = COMMANDS_PREFIX + encodeURIComponent(user);
    // What cannot be read is nothing: a browser's storage is anybody's to write.
    const json = parseJson(storage.getItem(this.#key) ?? '');
    this.typed = this.#typed = textAt(json, 'typed');
    this.recent = new ValueStore<readonly string[]>(textsAt(json, 'recent').slice(0, KEPT));
  }

  /** Words that are not run yet survive a reload. */
  type(command: string): void {
    this.#typed = command;
    this.#save();
  }

  ran(command: string): void {
    this.recent.set([command, ...this.recent.get().filter((other) => other !== command)].slice(0, KEPT));
    this.#save();
  }

  /** Commands may name what nobody should read later. */
  forget(): void {
    this.recent.set([]);
    this.#save();
  }

  #save(): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify({ typed: this.#typed, recent: this.recent.get() }));
    } catch {
      // A browser that stores nothing has a history of this page alone.
    }
  }
}
