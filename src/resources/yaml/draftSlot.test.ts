// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { DraftSlot, type TabChannel } from './draftSlot.ts';

/** The locks and the channel of one browser. Each tab has its own storage. */
class Browser {
  #held = new Map<string, () => void>();
  #tabs = new Set<EventTarget>();

  tab(): TabChannel & { crash: () => void } {
    const target = new EventTarget();
    const mine = new Set<string>();
    this.#tabs.add(target);
    const values = new Map<string, string>();
    const storage = Object.assign(Object.create(Storage.prototype), {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    });
    const request = async (name: string, _: LockOptions, run: (lock: Lock | null) => unknown) => {
      if (this.#held.has(name)) return run(null);
      mine.add(name);
      const gone = new Promise<void>((resolve) => this.#held.set(name, resolve));
      await Promise.race([run({ name, mode: 'exclusive' }), gone]);
      this.#held.delete(name);
    };
    return {
      locks: {
        request: request as LockManager['request'],
        query: async () => ({ held: [...this.#held.keys()].map((name) => ({ name })), pending: [] }),
      },
      channel: {
        postMessage: () => {
          for (const other of this.#tabs) if (other !== target) other.dispatchEvent(new Event('message'));
        },
        close: () => void this.#tabs.delete(target),
        addEventListener: (...listener: Parameters<EventTarget['addEventListener']>) =>
          target.addEventListener(...listener),
      },
      storage,
      crash: () => {
        for (const name of mine) this.#held.get(name)?.();
        this.#tabs.delete(target);
      },
    };
  }
}

let browser: Browser;
beforeEach(() => void (browser = new Browser()));
const none = () => false;
const settle = () => new Promise((resolve) => setTimeout(resolve));

test('tabs of one document get places of their own and know of each other', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  expect([first.number, first.others()]).toEqual([1, 0]);
  const second = await DraftSlot.take('roles/a', none, browser.tab());
  await settle();
  expect([second.number, second.others(), first.others()]).toEqual([2, 1, 1]);
  await second.leave();
  await settle();
  expect(first.others()).toBe(0);
});

test('tabs of different documents have nothing to do with each other', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const second = await DraftSlot.take('roles/ab', none, browser.tab());
  await settle();
  expect([second.number, first.others(), second.others()]).toEqual([1, 0, 0]);
});

test('a tab that is loaded again gets its own place back, also when a lower one has become free', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const tab = browser.tab();
  const second = await DraftSlot.take('roles/a', none, tab);
  await first.leave();
  await second.leave();
  await settle();
  expect((await DraftSlot.take('roles/a', () => true, tab)).number).toBe(2);
});

test('a page that comes right after the one that goes gets its place', async () => {
  const tab = browser.tab();
  const gone = await DraftSlot.take('roles/a', none, tab);
  void gone.leave();
  expect((await DraftSlot.take('roles/a', none, tab)).number).toBe(1);
});

test('a new tab takes over the words that a crashed one left', async () => {
  await DraftSlot.take('roles/a', none, browser.tab());
  const crashed = browser.tab();
  await DraftSlot.take('roles/a', none, crashed);
  crashed.crash();
  await settle();
  expect((await DraftSlot.take('roles/a', (number) => number === 2, browser.tab())).number).toBe(2);
});

test('says that others came or went', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const seen: number[] = [];
  first.subscribe(() => seen.push(first.others()));
  const second = await DraftSlot.take('roles/a', none, browser.tab());
  await settle();
  await second.leave();
  await settle();
  expect(seen).toEqual([1, 0]);
});

test('without locks there is one place', async () => {
  const slot = await DraftSlot.take('roles/a', none, undefined);
  expect([slot.number, slot.others()]).toEqual([1, 0]);
  await slot.leave();
});
