import { expect, test, vi } from 'vitest';
import { LINES_MAX, LogStream } from './LogStream.ts';

function made() {
  let push: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (push = controller) });
  const stream = new LogStream({ fetch: async () => new Response(body), describe: String });
  return {
    stream,
    say: (text: string) => push?.enqueue(new TextEncoder().encode(text)),
    end: () => push?.close(),
    fail: () => push?.error(new Error('broken')),
  };
}

const textsOf = (stream: LogStream) => stream.shown.get().lines.map(({ text }) => text);

test('lines come in order, also in pieces, and the last one at the end', async () => {
  const { stream, say, end } = made();
  stream.start();
  say('one\ntw');
  await vi.waitFor(() => expect(textsOf(stream)).toEqual(['one']));
  say('o\nthree');
  end();
  await vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'over' }));
  expect(textsOf(stream)).toEqual(['one', 'two', 'three']);
});

test('the oldest lines are dropped and counted', async () => {
  const { stream, say, end } = made();
  stream.start();
  say('x\n'.repeat(LINES_MAX + 10));
  end();
  await vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'over' }));
  expect(stream.shown.get()).toMatchObject({ dropped: 10 });
  expect(stream.shown.get().lines).toHaveLength(LINES_MAX);
});

test('a broken log says so, one that was left says nothing', async () => {
  const { stream, fail } = made();
  stream.start();
  fail();
  await vi.waitFor(() => expect(stream.state.get()).toMatchObject({ kind: 'failed' }));
  const left = made();
  left.stream.start();
  left.stream.dispose();
  left.fail();
  await new Promise((resolve) => setTimeout(resolve));
  expect(left.stream.state.get()).toEqual({ kind: 'reading' });
});

test('a log that was paused when it broke is read again', async () => {
  const { stream, fail } = made();
  stream.start();
  stream.pause(true);
  fail();
  stream.start();
  expect(stream.paused.get()).toBe(false);
  stream.dispose();
});

test('colours are kept beside the text, and a line that never ends is cut', async () => {
  const { stream, say, end } = made();
  stream.start();
  say(`\x1b[31mred\x1b[0m\nplain\n${'x'.repeat(20_000)}\n`);
  end();
  await vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'over' }));
  const [red, plain, long] = stream.shown.get().lines;
  expect([red, plain]).toEqual([{ text: 'red', runs: [{ text: 'red', style: { fg: 1 } }] }, { text: 'plain' }]);
  expect(long?.text).toHaveLength(10_000);
});
