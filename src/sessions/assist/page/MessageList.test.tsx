import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { AssistDesk } from '../session/AssistDesk.ts';
import type { Conversation } from '../session/Conversation.ts';
import { toEntry, type Entry } from '../session/entries.ts';
import { MessageList, prefetchMarkdown } from './MessageList.tsx';
import { AssistPartsContext } from './parts.ts';

vi.mock('./Markdown.tsx', () => ({
  default: ({ text }: { text: string }) => {
    if (text.includes('deep')) throw new RangeError('too much recursion');
    return <b>{text}</b>;
  },
}));

test('falls back to plain text for a message that cannot be formatted, and formats the others', async () => {
  await prefetchMarkdown();
  const entries = new ValueStore<readonly Entry[]>([]);
  const session = {
    entries,
    activity: new ValueStore('idle'),
    thought: new ValueStore(''),
    problem: new ValueStore(''),
  };
  const show = (...texts: string[]) =>
    entries.set(texts.map((text) => toEntry({ kind: 'assistant', text, idx: undefined, state: 'whole' }, 0)));
  show('plain', 'deep');
  const desk = { username: 'mara' } as AssistDesk;
  render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess: () => undefined, recordingHref: String }}>
      <MessageList conversation={{ session } as unknown as Conversation} />
    </AssistPartsContext>,
  );
  expect([screen.getByText('plain').tagName, screen.getByText('deep').tagName]).toEqual(['B', 'P']);
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
});

test('the list follows an answer that grows faster than the list scrolls, until the user scrolls up', () => {
  let resized = () => undefined as void;
  vi.stubGlobal('ResizeObserver', function (callback: () => void) {
    resized = callback;
    return { observe: () => undefined, disconnect: () => undefined };
  });
  const store = (value: unknown) => new ValueStore(value);
  const session = { entries: store([]), activity: store('writing'), thought: store(''), problem: store('') };
  const desk = { username: 'mara' } as AssistDesk;
  render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess: () => undefined, recordingHref: String }}>
      <MessageList conversation={{ session } as unknown as Conversation} />
    </AssistPartsContext>,
  );
  const log = screen.getByRole('log');
  const size = (scrollHeight: number) =>
    Object.entries({ scrollHeight, clientHeight: 500 }).forEach(([name, value]) =>
      Object.defineProperty(log, name, { value, configurable: true }),
    );
  const scrollTo = (top: number) => {
    log.scrollTop = top;
    fireEvent.scroll(log);
  };
  size(1000);
  scrollTo(500);
  // The event of this scrolling comes after the next text.
  size(1200);
  scrollTo(500);
  resized();
  expect(log.scrollTop).toBe(1200);
  scrollTo(700);
  scrollTo(300);
  size(1400);
  resized();
  expect(log.scrollTop).toBe(300);
  vi.unstubAllGlobals();
});
