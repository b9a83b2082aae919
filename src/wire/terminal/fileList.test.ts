import { expect, test } from 'vitest';
import { toRemoteFolder } from './fileList.ts';

const changedOf = (changed: unknown) =>
  toRemoteFolder({ entries: [{ name: 'a', kind: 'file', size: 1, changed }] }).entries[0]?.changedAtMs;

test('the time of a change is read where it is a date', () => {
  expect(changedOf(1_795_400_815_000)).toBe(1_795_400_815_000);
  expect(changedOf(8.64e15)).toBe(8.64e15);
  for (const none of [undefined, 0, -1, 8.65e15, 9.2e21, '1795400815000', null])
    expect(changedOf(none)).toBeUndefined();
});
