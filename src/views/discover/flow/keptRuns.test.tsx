import { beforeEach, expect, test } from 'vitest';
import { KeptRuns } from './keptRuns.ts';

beforeEach(() => localStorage.clear());

test('runs belong to one user, and what cannot be read is none', () => {
  const mine = new KeptRuns('mara');
  mine.save('kubernetes', { step: 1, values: { name: 'eu' } });
  expect(mine.load('kubernetes')).toEqual({ step: 1, values: { name: 'eu' } });
  expect(new KeptRuns('ivo').cards()).toEqual([]);
  localStorage.setItem('postern_draft:mara:discover/x', JSON.stringify({ text: '{"step":-1}', savedAtMs: 1 }));
  expect(mine.load('x')).toBeUndefined();
  mine.drop('kubernetes');
  expect(mine.cards()).toEqual(['x']);
});
