// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { Drafts } from '../../lib/drafts.ts';
import { dropLockDraft, loadLockDraft, saveLockDraft } from './lockDraft.ts';

const NOTHING = { targets: [], message: '', life: '' };
const entered = {
  targets: [
    { kind: 'user', value: 'ann:b' },
    { kind: 'node', value: '5b1e', label: 'web 1' },
  ],
  message: 'Until INC-1',
  life: '2h',
} as const;

test('what was entered is there again, until it is dropped or nothing of it is left', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  expect(loadLockDraft(drafts, '')).toEqual(NOTHING);
  saveLockDraft(drafts, entered);
  expect(loadLockDraft(drafts, '?search=x')).toEqual({ ...entered, savedAtMs: 7 });
  dropLockDraft(drafts);
  expect(loadLockDraft(drafts, '')).toEqual(NOTHING);
  saveLockDraft(drafts, entered);
  saveLockDraft(drafts, NOTHING);
  expect(drafts.names()).toEqual([]);
});

test('an address that names targets locks nothing else', () => {
  const drafts = new Drafts(localStorage, 'ann');
  saveLockDraft(drafts, entered);
  expect(loadLockDraft(drafts, '?lock=role%3Aaccess')).toEqual({
    ...NOTHING,
    targets: [{ kind: 'role', value: 'access' }],
  });
});

test('a draft that cannot be read is an empty one', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  drafts.save('locks/new', '{"targets": 3');
  expect(loadLockDraft(drafts, '')).toEqual({ ...NOTHING, savedAtMs: 7 });
});
