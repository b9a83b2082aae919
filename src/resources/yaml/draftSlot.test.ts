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

test('tabs with the same document have different slots and count each other', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  expect([first.number, first.others()]).toEqual([1, 0]);
  const second = await DraftSlot.take('roles/a', none, browser.tab());
  await settle();
  expect([second.number, second.others(), first.others()]).toEqual([2, 1, 1]);
  await second.leave();
  await settle();
  expect(first.others()).toBe(0);
});

test('tabs with different documents do not affect each other', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const second = await DraftSlot.take('roles/ab', none, browser.tab());
  await settle();
  expect([second.number, first.others(), second.others()]).toEqual([1, 0, 0]);
});

test('a reloaded tab gets its slot back, also when a lower slot is free', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const tab = browser.tab();
  const second = await DraftSlot.take('roles/a', none, tab);
  await first.leave();
  await second.leave();
  await settle();
  expect((await DraftSlot.take('roles/a', () => true, tab)).number).toBe(2);
});

test('a page that opens while the previous page leaves gets its slot', async () => {
  const tab = browser.tab();
  const gone = await DraftSlot.take('roles/a', none, tab);
  void gone.leave();
  expect((await DraftSlot.take('roles/a', none, tab)).number).toBe(1);
});

test('a new tab gets the slot with the draft of a crashed tab', async () => {
  await DraftSlot.take('roles/a', none, browser.tab());
  const crashed = browser.tab();
  await DraftSlot.take('roles/a', none, crashed);
  crashed.crash();
  await settle();
  expect((await DraftSlot.take('roles/a', (number) => number === 2, browser.tab())).number).toBe(2);
});

test('notifies when other tabs enter or leave', async () => {
  const first = await DraftSlot.take('roles/a', none, browser.tab());
  const seen: number[] = [];
  first.subscribe(() => seen.push(first.others()));
  const second = await DraftSlot.take('roles/a', none, browser.tab());
  await settle();
  await second.leave();
  await settle();
  expect(seen).toEqual([1, 0]);
});

test('without locks the slot number is 1', async () => {
  const slot = await DraftSlot.take('roles/a', none, undefined);
  expect([slot.number, slot.others()]).toEqual([1, 0]);
  await slot.leave();
});
