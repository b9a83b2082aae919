// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { Drafts } from '../../lib/drafts.ts';
import { LOCK_FORM, loadLockDraft, saveLockDraft, endLabel, readLife, withTargets } from './lockDraft.ts';

const SLOT = `${LOCK_FORM}#1`;
const NOTHING = { targets: [], message: '', life: '' };
const entered = {
  targets: [
    { kind: 'user', value: 'ann:b' },
    { kind: 'node', value: '5b1e', label: 'web 1' },
  ],
  message: 'Until INC-1',
  life: '2h',
} as const;

test('restores the draft until it is dropped or empty', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  expect(loadLockDraft(drafts, SLOT, '')).toEqual(NOTHING);
  saveLockDraft(drafts, SLOT, entered);
  expect(loadLockDraft(drafts, SLOT, '?search=x')).toEqual({ ...entered, savedAtMs: 7 });
  drafts.drop(SLOT);
  expect(loadLockDraft(drafts, SLOT, '')).toEqual(NOTHING);
  saveLockDraft(drafts, SLOT, entered);
  saveLockDraft(drafts, SLOT, NOTHING);
  expect(drafts.names()).toEqual([]);
});

test('an address with targets starts a lock with only these and offers the draft', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  saveLockDraft(drafts, SLOT, entered);
  expect(loadLockDraft(drafts, SLOT, '?lock=role%3Aaccess')).toEqual({
    ...NOTHING,
    targets: [{ kind: 'role', value: 'access' }],
    begun: { ...entered, savedAtMs: 7 },
  });
});

test('an address with the targets of the draft continues the draft', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  saveLockDraft(drafts, SLOT, { ...entered, targets: [{ kind: 'role', value: 'access' }] });
  expect(loadLockDraft(drafts, SLOT, '?lock=role%3Aaccess')).toMatchObject({ message: 'Until INC-1', savedAtMs: 7 });
});

test('reads an invalid draft as an empty draft', () => {
  const drafts = new Drafts(localStorage, 'ann', () => 7);
  drafts.save(SLOT, '{"targets": 3');
  expect(loadLockDraft(drafts, SLOT, '')).toEqual({ ...NOTHING, savedAtMs: 7 });
});

test.each([
  ['', '', undefined],
  [' never ', '', undefined],
  ['2h45m', '2h45m0s', 9_900_000],
  ['7d', '168h0m0s', 604_800_000],
  ['90s', '1m30s', 90_000],
])('%j is sent as %j', (text, ttl, ms) => expect(readLife(text)).toEqual({ ok: true, ttl, ms }));

test.each(['soon', '5', '-1h', '0', '1x'])('rejects %j before sending', (text) =>
  expect(readLife(text).ok).toBe(false),
);

test('shows the end of a lock as time, with the date unless it is today', () => {
  const now = Date.parse('2030-05-05T14:26:30Z');
  expect(endLabel(9_900_000, now, 'utc')).toBe('at 17:11:30 today');
  expect(endLabel(86_400_000, now, 'utc')).toBe('at 2030-05-06 14:26:30');
  expect(endLabel(undefined, now, 'utc')).toBe('Empty means never');
  expect(endLabel(9e15, now, 'utc')).toBe('Practically never');
});

test('adds each target once', () => {
  const dave = { kind: 'user', value: 'dave' } as const;
  expect(
    withTargets(
      [dave],
      [
        { ...dave, label: 'Dave' },
        { kind: 'login', value: 'dave' },
      ],
    ),
  ).toEqual([dave, { kind: 'login', value: 'dave' }]);
});

test('rejects a duration that exceeds the limit of the server', () =>
  expect(readLife('300y')).toEqual({ ok: false, why: 'The duration must be shorter than 292 years' }));
