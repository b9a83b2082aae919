import { expect, test } from 'vitest';
import { WireError } from '../wireError.ts';
import { decodeHold, encodeHold } from './hold.ts';

test('a hold is read as it was written, and nothing else is one', () => {
  for (const holds of [true, false]) expect(decodeHold(encodeHold(holds))).toBe(holds);
  for (const text of ['', 'Hold', 'true', '1']) expect(() => decodeHold(text)).toThrow(WireError);
});
