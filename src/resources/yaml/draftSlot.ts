import type { Dispose } from '../../lib/disposables.ts';
import { Emitter } from '../../lib/valueStore.ts';

/** The browser's means of communication between tabs; absent if the page is not a secure context. */
export type TabChannel = {
  locks: Pick<LockManager, 'request' | 'query'>;
  channel: Pick<BroadcastChannel, 'postMessage' | 'close'> & Pick<EventTarget, 'addEventListener'>;
  storage: Storage;
};

const MAX_SLOTS = 9;

/**
 * The draft slot of one tab, among the tabs that edit the same document. Each slot has its own draft, so that two tabs
 * do not overwrite each other's text. A reloaded tab gets its slot back.
 */
export class DraftSlot {
  readonly number: number;
  #document: string;
  #talk: TabChannel | undefined;
  #lock: HeldSlot | undefined;
  #otherTabs = 0;
  #changed = new Emitter();
  /**
   * The slot that this page released last. A slot becomes free with a delay, and the next page of this tab wants the
   * same one.
   */
  static #givenBack: Promise<unknown> = Promise.resolve();

  private constructor(document: string, number: number, tabChannel: TabChannel | undefined, lock?: HeldSlot) {
    this.#document = document;
    this.number = number;
    this.#talk = tabChannel;
    this.#lock = lock;
    tabChannel?.channel.addEventListener('message', () => void this.count());
  }

  /** Prefers the slot that this tab had, then one of a closed tab that left a draft (`hasDraft`). */
  static async take(
    document: string,
    hasDraft: (number: number) => boolean,
    tabChannel: TabChannel | undefined,
  ): Promise<DraftSlot> {
    if (!tabChannel) return new DraftSlot(document, 1, undefined);
    await DraftSlot.#givenBack;
    const numbers = Array.from({ length: MAX_SLOTS }, (_, i) => i + 1);
    const storedNumber = Number(tabChannel.storage.getItem(storageKey(document)));
    const order = [storedNumber, ...numbers.filter(hasDraft), ...numbers].filter((n) => numbers.includes(n));
    for (const number of order) {
      const lock = await hold(tabChannel.locks, lockName(document, number));
      if (!lock) continue;
      tabChannel.storage.setItem(storageKey(document), String(number));
      const slot = new DraftSlot(document, number, tabChannel, lock);
      await slot.count();
      tabChannel.channel.postMessage(document);
      return slot;
    }
    return new DraftSlot(document, MAX_SLOTS, tabChannel);
  }

  /** How many other tabs of this browser have the document open. */
  others = (): number => this.#otherTabs;
  subscribe = (listener: () => void): Dispose => this.#changed.subscribe(listener);

  /** Notifies the other tabs once the slot is really free. */
  async leave(): Promise<void> {
    this.#lock?.release();
    DraftSlot.#givenBack = this.#lock?.released ?? Promise.resolve();
    await DraftSlot.#givenBack;
    this.#talk?.channel.postMessage(this.#document);
    this.#talk?.channel.close();
  }

  /** Counts again, because a tab that was closed or crashed sends no message. */
  async count(): Promise<void> {
    const { held: heldLocks = [] } = (await this.#talk?.locks.query()) ?? {};
    const others = heldLocks.filter(({ name = '' }) => name.startsWith(lockName(this.#document, ''))).length - 1;
    if (others === this.#otherTabs) return;
    this.#otherTabs = Math.max(0, others);
    this.#changed.emit();
  }
}

const lockName = (document: string, number: number | ''): string => `postern_editing:${document}#${number}`;
const storageKey = (document: string): string => `postern_place:${document}`;

type HeldSlot = { release: Dispose; released: Promise<unknown> };

/** Holds the lock until it is released or the tab is closed. Undefined if another tab holds it. */
async function hold(locks: TabChannel['locks'], name: string): Promise<HeldSlot | undefined> {
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

/** Undefined if the browser does not support it. */
export function browserTabChannel(): TabChannel | undefined {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return undefined;
  return { locks: navigator.locks, channel: new BroadcastChannel('postern_editing'), storage: sessionStorage };
}
