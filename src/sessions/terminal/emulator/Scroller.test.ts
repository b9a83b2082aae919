// @vitest-environment happy-dom
import { Terminal } from '@xterm/xterm';
import { beforeEach, expect, test } from 'vitest';
import { Scroller } from './Scroller.ts';

let terminal: Terminal;
let scroller: Scroller;
let sent: string;
const AT = { x: 10, y: 10 };
const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));

beforeEach(() => {
  terminal = new Terminal({ rows: 4, allowProposedApi: true });
  sent = '';
  terminal.onData((text) => (sent += text));
  scroller = new Scroller(terminal);
});

test('moves the scrollback at a prompt, and sends nothing', async () => {
  await write('line\r\n'.repeat(20));
  const { viewportY } = terminal.buffer.active;
  scroller.scroll(-5, AT);
  expect([terminal.buffer.active.viewportY, sent]).toEqual([viewportY - 5, '']);
});

test('sends an arrow key for each line to a program on the alternate screen', async () => {
  await write('\x1b[?1049h');
  scroller.scroll(2, AT);
  expect(sent).toBe('\x1b[B\x1b[B');
  await write('\x1b[?1h');
  scroller.scroll(-1, AT);
  expect(sent).toBe('\x1b[B\x1b[B\x1bOA');
});
