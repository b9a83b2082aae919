import { Drafts } from '../../../lib/drafts.ts';
import { textAt, textsAt } from '../../../lib/json.ts';
import { readJson, writeJson, COMMANDS_PREFIX } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

const KEPT = 20;

/** Servers with the same output as one group, or each server alone. */
export type ResultsView = 'grouped' | 'each';

/** Commands of one user in this browser: the recent ones, the draft of each tab, and how results are shown. */
export class CommandHistory {
  /** Newest first. */
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
    // Invalid values are ignored: other code can write to the browser's storage.
    const json = readJson(storage, this.#key);
    this.view = new ValueStore<ResultsView>(textAt(json, 'view') === 'each' ? 'each' : 'grouped');
    this.recent = new ValueStore(this.#read());
  }

  /** A draft survives a reload. */
  type(command: string): void {
    if (command === '') this.#drafts.drop(this.#slot);
    else this.#drafts.save(this.#slot, command);
  }

  show(view: ResultsView): void {
    this.view.set(view);
    this.#save(this.#read());
  }

  /** The next plan starts without it, since it may be for other servers. */
  ran(command: string): void {
    this.type('');
    this.#save([command, ...this.#read().filter((other) => other !== command)].slice(0, KEPT));
  }

  /** Commands can contain confidential names. */
  forget(): void {
    this.#save([]);
  }

  /** Another tab may have run commands or cleared the history since. */
  #read(): readonly string[] {
    return this.#isKept ? textsAt(readJson(this.#storage, this.#key), 'recent').slice(0, KEPT) : this.recent.get();
  }

  #save(recent: readonly string[]): void {
    this.recent.set(recent);
    // In a browser that stores nothing, the history only lasts as long as the page.
    this.#isKept = writeJson(this.#storage, this.#key, { recent, view: this.view.get() });
  }
}
