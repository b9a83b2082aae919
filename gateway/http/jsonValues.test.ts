import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { hasFewValues, keepsJsonLimits } from './jsonValues.ts';

const few = (json: string, most: number) => hasFewValues(Buffer.from(json), most);

test.each([
  ['1', 1],
  ['[]', 2],
  ['[1,2]', 3],
  [JSON.stringify({ a: { b: 1 }, c: 2 }), 4],
  [JSON.stringify('[,[,{,'), 1],
  [JSON.stringify(['\\', 1]), 3],
  [JSON.stringify(['",', '\\"{', 1]), 4],
  [JSON.stringify({ 'a",{': 1 }), 2],
  ['"open [', 1],
])('%s has %i values', (json, values) => {
  expect(few(json, values)).toBe(true);
  if (values > 1) expect(few(json, values - 1)).toBe(false);
});

test('a text of many quotes and backslashes is read in little time', () => {
  const spentMs = cpuClock();
  expect(few(JSON.stringify('\\'.repeat(2_500_000)), 1)).toBe(true);
  expect(few(JSON.stringify(['"'.repeat(3_000_000)]), 2)).toBe(true);
  expect(spentMs()).toBeLessThan(2000);
});

test('counts escapes up to the end of the text', async () => {
  const json = (escapes: number) => Buffer.from(`{"a":"${'x'.repeat(2_000_000)}${'\\n'.repeat(escapes)}"}`);
  const limits = { values: 2, escapes: 1000 };
  expect(await keepsJsonLimits(json(1000), limits)).toBe(true);
  expect(await keepsJsonLimits(json(1001), limits)).toBe(false);
});

test('counts values across the boundaries of steps', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const text = `${' '.repeat(shift)}["${'\\",['.repeat(400_000)}",1]`;
    expect(await keepsJsonLimits(Buffer.from(text), { values: 3 })).toBe(true);
    expect(await keepsJsonLimits(Buffer.from(text), { values: 2 })).toBe(false);
  }
});

test('refuses many texts without commas between them', () => {
  expect(few('"'.repeat(1000), 10)).toBe(false);
  expect(few(`{${'"":"",'.repeat(8)}"":""}`, 10)).toBe(true);
});
