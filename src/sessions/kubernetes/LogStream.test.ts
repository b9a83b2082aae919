import { afterEach, expect, test, vi } from 'vitest';
import { LINES_MAX, LogStream } from './LogStream.ts';

afterEach(() => void vi.useRealTimers());

function made(headers = {}) {
  let push: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (push = controller) });
  const stream = new LogStream({ fetch: async () => new Response(body, { headers }), describe: String });
  return {
    stream,
    write: (text: string) => push?.enqueue(new TextEncoder().encode(text)),
    send: (...bytes: number[]) => push?.enqueue(Uint8Array.from(bytes)),
    end: () => {
      push?.close();
      return vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'over' }));
    },
    fail: () => push?.error(new Error('broken')),
  };
}

function started(headers = {}) {
  const log = made(headers);
  log.stream.start();
  return log;
}

const textsOf = (stream: LogStream) => stream.shown.get().lines.map(({ text }) => text);

test('joins chunks into lines in order, and ends with the last line', async () => {
  const { stream, write, end } = started();
  write('one\ntw');
  await vi.waitFor(() => expect(textsOf(stream)).toEqual(['one']));
  write('o\nthree');
  await end();
  expect(textsOf(stream)).toEqual(['one', 'two', 'three']);
});

test('drops and counts the oldest lines', async () => {
  const { stream, write, end } = started();
  write('x\n'.repeat(LINES_MAX + 10));
  await end();
  expect(stream.shown.get()).toMatchObject({ dropped: 10 });
  expect(stream.shown.get().lines).toHaveLength(LINES_MAX);
});

test('reports a broken connection, but not after dispose', async () => {
  const { stream, fail } = started();
  fail();
  // The message does not contain the error text of the browser.
  const why = expect.stringContaining('The connection was lost, or the server ended it.');
  await vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'failed', why }));
  const left = made();
  left.stream.start();
  left.stream.dispose();
  left.fail();
  await new Promise((resolve) => setTimeout(resolve));
  expect(left.stream.state.get()).toEqual({ kind: 'opening' });
});

test('starting again after a failure ends the pause', async () => {
  const { stream, fail } = started();
  stream.pause(true);
  fail();
  stream.start();
  expect(stream.paused.get()).toBe(false);
  stream.dispose();
});

test('shows lines that arrived during a pause after it, also after an immediate second pause', async () => {
  const { stream, write } = made();
  const later = () => new Promise((resolve) => setTimeout(resolve, 10));
  stream.start();
  write('one\n');
  await vi.waitFor(() => expect(textsOf(stream)).toEqual(['one']));
  stream.pause(true);
  write('two\n');
  await later();
  expect(textsOf(stream)).toEqual(['one']);
  stream.pause(false);
  stream.pause(true);
  await later();
  expect(textsOf(stream)).toEqual(['one']);
  stream.pause(false);
  await vi.waitFor(() => expect(textsOf(stream)).toEqual(['one', 'two']));
  stream.dispose();
});

test('stores colours as runs next to the text, and truncates a very long line', async () => {
  const { stream, write, end } = started();
  write(`\x1b[31mred\x1b[0m\nplain\n${'x'.repeat(20_000)}\n`);
  await end();
  const [red, plain, long] = stream.shown.get().lines;
  expect([red, plain]).toEqual([{ text: 'red', runs: [{ text: 'red', style: { fg: 1 } }] }, { text: 'plain' }]);
  expect(long?.text).toHaveLength(10_000);
  expect([red?.isCut, long?.isCut]).toEqual([undefined, true]);
});

test('shows the last text of an overwritten line, after its timestamp', async () => {
  const { stream, write, end } = started();
  write('10%\r20%\rdone\nplain\r\n2026-01-01T00:00:00.5Z 10%\r\x1b[32mdone\x1b[0m\r\n');
  await end();
  expect(textsOf(stream)).toEqual(['done', 'plain', '2026-01-01T00:00:00.5Z done']);
});

test('shows hidden characters as codes, also in coloured text, and limits the line length', async () => {
  const { stream, write, end } = started();
  write(`a\u202eb\r\n\x1b[31mc\u200bd\x1b[0m\n${'\u202e'.repeat(9_000)}\n`);
  await end();
  const [plain, red, flood] = stream.shown.get().lines;
  expect(plain).toEqual({ text: 'a⟨U+202E⟩b' });
  expect(red).toEqual({ text: 'c⟨U+200B⟩d', runs: [{ text: 'c⟨U+200B⟩d', style: { fg: 1 } }] });
  expect([flood?.text.length, flood?.isCut]).toEqual([10_000, true]);
});

test('reports a refused request with its description', async () => {
  const stream = new LogStream({ fetch: () => Promise.reject(new Error('no')), describe: () => 'refused' });
  stream.start();
  await vi.waitFor(() => expect(stream.state.get()).toEqual({ kind: 'failed', why: 'refused' }));
});

test('loses a connection after three missing heartbeats, and removes heartbeats from the log', async () => {
  vi.useFakeTimers();
  const { stream, write, send } = started({ 'x-heartbeat': '15' });
  write('one\n');
  send(0xe2, 0x82);
  for (let beat = 0; beat < 8; beat++) {
    await vi.advanceTimersByTimeAsync(15_000);
    send(0);
  }
  send(0xac, 0x0a);
  await vi.advanceTimersByTimeAsync(44_000);
  expect([stream.state.get(), textsOf(stream)]).toEqual([{ kind: 'reading' }, ['one', '€']]);
  await vi.advanceTimersByTimeAsync(2_000);
  const why = expect.stringContaining('The connection was lost');
  expect([stream.state.get(), textsOf(stream)]).toEqual([{ kind: 'failed', why }, ['one', '€']]);
});

test('needs no heartbeats without the header, or after dispose', async () => {
  vi.useFakeTimers();
  const [old, left] = [made(), made({ 'x-heartbeat': '15' })];
  old.stream.start();
  left.stream.start();
  await vi.advanceTimersByTimeAsync(10_000);
  left.stream.dispose();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([old.stream.state.get(), left.stream.state.get()]).toEqual([{ kind: 'reading' }, { kind: 'reading' }]);
});
