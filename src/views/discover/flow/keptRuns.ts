import { Drafts } from '../../../lib/drafts.ts';
import { at, isObject, parseJson } from '../../../lib/json.ts';
import type { KeptRun } from './flowState.ts';

const PREFIX = 'discover/';

/** The form name under which a run of the card is a draft: see `useDraftSlot`. */
export const runForm = (card: string): string => PREFIX + card;

const cardOf = (slot: string): string => slot.slice(PREFIX.length).replace(/#\d+$/, '');

/** Unfinished runs of one user in this browser, by the draft slot of their tab. */
export class KeptRuns {
  #drafts: Drafts;

  constructor(username: string) {
    this.#drafts = new Drafts(localStorage, username);
  }

  load(slot: string): KeptRun | undefined {
    const json = parseJson(this.#drafts.load(slot)?.text ?? '');
    const [step, values] = [at(json, 'step'), at(json, 'values')];
    if (typeof step !== 'number' || !Number.isInteger(step) || step < 0 || !isObject(values)) return undefined;
    return { step, values };
  }

  save(slot: string, run: KeptRun): void {
    this.#drafts.save(slot, JSON.stringify(run));
  }

  drop(slot: string): void {
    this.#drafts.drop(slot);
  }

  /** Drops the runs of the card in all tabs. */
  dropCard(card: string): void {
    for (const slot of this.#slots()) if (cardOf(slot) === card) this.drop(slot);
  }

  /** Ids of cards, the one with the latest change first. */
  cards(): string[] {
    const savedAtMs = (slot: string) => this.#drafts.load(slot)?.savedAtMs ?? 0;
    return [
      ...new Set(
        this.#slots()
          .toSorted((a, b) => savedAtMs(b) - savedAtMs(a))
          .map(cardOf),
      ),
    ];
  }

  #slots = (): string[] => this.#drafts.names().filter((name) => name.startsWith(PREFIX));
}
