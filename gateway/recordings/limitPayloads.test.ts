import { Terminal } from '../../src/wire/recording/RecordingScan.ts';
import { expect, test } from 'vitest';
import { limitPayloads } from './limitPayloads.ts';

const MAX = 65_536;

test('limits the payload of each escape sequence separately', async () => {
  limitPayloads(MAX); // this applies to all files of this process
  const terminal = new Terminal({ cols: 20, rows: 4, allowProposedApi: true, logLevel: 'off' });
  const texts: string[] = [];
  const keep = (text: string) => texts.push(text) > 0;
  terminal.parser.registerOscHandler(900, keep);
  terminal.parser.registerDcsHandler({ final: 'q' }, keep);
  const long = 'x'.repeat(50_000);
  const write = (text: string) => new Promise<void>((resolve) => terminal.write(text, resolve));
  await write(`a\x1b]900;${long}`);
  await write(`${long}\x07b\x1b]900;abc\x07c\x1bPq${long}${long}\x1b\\d\x1bPqabc\x1b\\e`);
  expect(texts.map(({ length }) => length)).toEqual([MAX - '900;'.length, 3, MAX, 3]);
  expect(terminal.buffer.active.getLine(0)?.translateToString(true)).toBe('abcde');
  terminal.dispose();
});
