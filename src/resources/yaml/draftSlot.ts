import type { Dispose } from '../../lib/disposables.ts';
import { Emitter } from '../../lib/valueStore.ts';

/** What the browser offers for talk between tabs; absent where the page is not a secure context. */
export type TabChannel = {
  locks: Pick<LockManager, 'request' | 'query'>;
  channel: Pick<BroadcastChannel, 'postMessage' | 'close'> & Pick<EventTarget, 'addEventListener'>;
  storage: Storage;
};

const MAX_PLACES = 9;

/**
 * One tab's place among those in which a person edits the same document. Each place has a draft of its own, so that two
 * tabs do not overwrite each other's words; a tab that is loaded again gets its place back.
 */
export class TabPlace {
  readonly number: number;
  #document: string;
  #talk: TabChannel | undefined;
  #held: Held | undefined;
  #others = 0;
  #changed = new Emitter();
  /** What this page gave back last: a place is free only a moment later, and the next page of this tab wants it again. */
  static #givenBack: Promise<unknown> = Promise.resolve();

  private constructor(document: string, number: number, talk: TabChannel | undefined, held?: Held) {
    this.#document = document;
    this.number = number;
    this.#talk = talk;
    this.#held = held;
    talk?.channel.addEventListener('message', () => void this.count());
  }

  /** Prefers the place that this tab had, then one whose tab is gone and left words (`hasDraft`). */
  static async take(
    document: string,
    hasDraft: (place: number) => boolean,
    talk: TabChannel | undefined,
  ): Promise<TabPlace> {
    if (!talk) return new TabPlace(document, 1, undefined);
    await TabPlace.#givenBack;
    const numbers = Array.from({ length: MAX_PLACES }, (_, i) => i + 1);
    const own = Number(talk.storage.getItem(storageKey(document)));
    const order = [own, ...numbers.filter(hasDraft), ...numbers].filter((n) => numbers.includes(n));
    for (const number of order) {
      const held = await hold(talk.locks, lockName(document, number));
      if (!held) continue;
      talk.storage.setItem(storageKey(document), String(number));
      const place = new TabPlace(document, number, talk, held);
      await place.count();
      talk.channel.postMessage(document);
      return place;
    }
    return new TabPlace(document, MAX_PLACES, talk);
  }

  /** How many other tabs of this browser have the document open. */
  others = (): number => this.#others;
  subscribe = (listener: () => void): Dispose => this.#changed.subscribe(listener);

  /** The others are told once the place is really free. */
  async leave(): Promise<void> {
    this.#held?.release();
    TabPlace.#givenBack = this.#held?.released ?? Promise.resolve();
    await TabPlace.#givenBack;
    this.#talk?.channel.postMessage(this.#document);
    this.#talk?.channel.close();
  }

  /** Looks again; a tab that was closed or crashed told nobody. */
  async count(): Promise<void> {
    const { held = [] } = (await this.#talk?.locks.query()) ?? {};
    const others = held.filter(({ name = '' }) => name.startsWith(lockName(this.#document, ''))).length - 1;
    if (others === this.#others) return;
    this.#others = Math.max(0, others);
    this.#changed.emit();
  }
}

const lockName = (document: string, place: number | ''): string => `postern_editing:${document}#${place}`;
const storageKey = (document: string): string => `postern_place:${document}`;

type Held = { release: Dispose; released: Promise<unknown> };

/** Holds the lock until it is given back, or the tab is gone; undefined when another tab holds it. */
async function hold(locks: TabChannel['locks'], name: string): Promise<Held | undefined> {
  let release: Dispose = () => undefined;
  const untilReleased = new Promise<void>((resolve) => (release = resolve));
  let released: Promise<unknown> = untilReleased;
  const isMine = await new Promise<boolean>((answer, fail) => {
    released = locks.request(name, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      return lock ? untilReleased : undefined;
    });
    released.catch(fail);
  });
  return isMine ? { release, released } : undefined;
}

/** Undefined where the browser does not offer it. */
export function browserTabTalk(): TabChannel | undefined {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return undefined;
  return { locks: navigator.locks, channel: new BroadcastChannel('postern_editing'), storage: sessionStorage };
}
