import { beforeEach, expect, test } from 'vitest';
import { KeptRuns, runForm } from './keptRuns.ts';

beforeEach(() => localStorage.clear());

test('runs belong to one user, and an invalid run is ignored', () => {
  const mine = new KeptRuns('mara');
  const slot = `${runForm('kubernetes')}#1`;
  mine.save(slot, { step: 1, values: { name: 'eu' } });
  expect(mine.load(slot)).toEqual({ step: 1, values: { name: 'eu' } });
  expect(new KeptRuns('ivo').cards()).toEqual([]);
  localStorage.setItem('postern_draft:mara:discover/x#2', JSON.stringify({ text: '{"step":-1}', savedAtMs: 1 }));
  expect(mine.load('discover/x#2')).toBeUndefined();
  expect(mine.cards()).toEqual(['kubernetes', 'x']);
  mine.dropCard('kubernetes');
  expect(mine.cards()).toEqual(['x']);
});
