import { Drafts } from '../../../lib/drafts.ts';
import { textAt, textsAt } from '../../../lib/json.ts';
import { readJson, writeJson, COMMANDS_PREFIX } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

const KEPT = 20;

/** Servers that said the same together, or each for itself. */
export type ResultsView = 'grouped' | 'each';

/** Commands of one user in this browser: the last ones, the one that a tab writes, and how results are shown. */
export class CommandHistory {
  /** The newest first. */
  readonly recent: ValueStore<readonly string[]>;
  readonly view: ValueStore<ResultsView>;
  readonly typed: string;
  #storage: Storage;
  #key: string;
  #drafts: Drafts;
  #slot: string;
  #isKept = true;

  constructor(storage: Storage, user: string, slot: string) {
    this.#storage = storage;
    this.#key = COMMANDS_PREFIX + encodeURIComponent(user);
    this.#drafts = new Drafts(storage, user);
    this.#slot = slot;
    this.typed = this.#drafts.load(slot)?.text ?? '';
    // What cannot be read is nothing: a browser's storage is anybody's to write.
    const json = readJson(storage, this.#key);
    this.view = new ValueStore<ResultsView>(textAt(json, 'view') === 'each' ? 'each' : 'grouped');
    this.recent = new ValueStore(this.#read());
  }

  /** Words that are not run yet survive a reload. */
  type(command: string): void {
    if (command === '') this.#drafts.drop(this.#slot);
    else this.#drafts.save(this.#slot, command);
  }

  show(view: ResultsView): void {
    this.view.set(view);
    this.#save(this.#read());
  }

  /** The next plan begins without it: it may be for other servers. */
  ran(command: string): void {
    this.type('');
    this.#save([command, ...this.#read().filter((other) => other !== command)].slice(0, KEPT));
  }

  /** Commands may name what nobody should read later. */
  forget(): void {
    this.#save([]);
  }

  /** Another tab may have run or cleared some since. */
  #read(): readonly string[] {
    return this.#isKept ? textsAt(readJson(this.#storage, this.#key), 'recent').slice(0, KEPT) : this.recent.get();
  }

  #save(recent: readonly string[]): void {
    this.recent.set(recent);
    // A browser that stores nothing has a history of this page alone.
    this.#isKept = writeJson(this.#storage, this.#key, { recent, view: this.view.get() });
  }
}
