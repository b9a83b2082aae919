import { Drafts } from '../../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../../lib/json.ts';
import type { KeptRun } from './flowState.ts';

const PREFIX = 'discover/';

/** Runs that were left before their end, by the card that began them. One of each user of this browser. */
export class KeptRuns {
  #drafts: Drafts;

  constructor(username: string, storage: Storage = localStorage) {
    this.#drafts = new Drafts(storage, username);
  }

  load(card: string): KeptRun | undefined {
    const json = parseJson(this.#drafts.load(PREFIX + card)?.text ?? '');
    const [step, values] = [at(json, 'step'), at(json, 'values')];
    if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || !isObject(values)) return undefined;
    return { step, values };
  }

  save(card: string, run: KeptRun): void {
    this.#drafts.save(PREFIX + card, JSON.stringify(run));
  }

  drop(card: string): void {
    this.#drafts.drop(PREFIX + card);
  }

  /** Ids of cards, the run that was changed last first. */
  cards(): string[] {
    const names = this.#drafts.names().filter((name) => name.startsWith(PREFIX));
    const savedAtMs = (name: string) => this.#drafts.load(name)?.savedAtMs ?? 0;
    return names.toSorted((a, b) => savedAtMs(b) - savedAtMs(a)).map((name) => name.slice(PREFIX.length));
  }
}
