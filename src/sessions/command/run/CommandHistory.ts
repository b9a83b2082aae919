import { textAt, textsAt } from '../../../lib/json.ts';
import { readJson, writeJson, COMMANDS_PREFIX } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

const KEPT = 20;

/** Servers that said the same together, or each for itself. */
export type ResultsView = 'grouped' | 'each';

/** Commands of one user in this browser: the last ones, the one that is being written, and how results are shown. */
export class CommandHistory {
  /** The newest first. */
  readonly recent: ValueStore<readonly string[]>;
  readonly view: ValueStore<ResultsView>;
  readonly typed: string;
  #storage: Storage;
  #key: string;
  #typed: string;

  constructor(storage: Storage, user: string) {
    this.#storage = storage;
    this.#key = COMMANDS_PREFIX + encodeURIComponent(user);
    // What cannot be read is nothing: a browser's storage is anybody's to write.
    const json = readJson(storage, this.#key);
    this.typed = this.#typed = textAt(json, 'typed');
    this.view = new ValueStore<ResultsView>(textAt(json, 'view') === 'each' ? 'each' : 'grouped');
    this.recent = new ValueStore<readonly string[]>(textsAt(json, 'recent').slice(0, KEPT));
  }

  /** Words that are not run yet survive a reload. */
  type(command: string): void {
    this.#typed = command;
    this.#save();
  }

  show(view: ResultsView): void {
    this.view.set(view);
    this.#save();
  }

  /** The next plan begins without it: it may be for other servers. */
  ran(command: string): void {
    this.#typed = '';
    this.recent.set([command, ...this.recent.get().filter((other) => other !== command)].slice(0, KEPT));
    this.#save();
  }

  /** Commands may name what nobody should read later. */
  forget(): void {
    this.recent.set([]);
    this.#save();
  }

  #save(): void {
    // A browser that stores nothing has a history of this page alone.
    writeJson(this.#storage, this.#key, { typed: this.#typed, recent: this.recent.get(), view: this.view.get() });
  }
}
