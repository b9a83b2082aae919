import { expect, test } from 'vitest';
import { closingEffect } from './closing.ts';

const NOW = Date.UTC(2026, 10, 21, 14);
const me = { id: '1', user: 'mara' };
const other = { id: '2', user: 'ana' };
const facts = {
  state: { kind: 'live' },
  created: new Date(NOW - 60_000),
  parties: [me],
  isGuest: false,
  nowMs: NOW,
} as const;

test('closing the tab of the only participant ends the session', () => {
  expect(closingEffect(facts)).toEqual({ kind: 'ends', lingers: false });
});

test("another user's session lingers for its owner", () => {
  const theirs = { ...facts, isGuest: true };
  expect(closingEffect(theirs)).toEqual({ kind: 'ends', lingers: true });
  expect(closingEffect(facts, theirs)).toEqual({ kind: 'several', ends: 2, leaves: 0, lingers: true });
});

test('leaves a session with other participants, also if they are windows of the same user', () => {
  expect(closingEffect({ ...facts, parties: [me, other] })).toEqual({ kind: 'leaves', others: 1 });
  expect(closingEffect({ ...facts, parties: [me, me] })).toEqual({ kind: 'leaves', others: 1 });
});

test.each([
  ['younger than half a minute', { created: new Date(NOW - 29_000) }],
  ['of unknown age', { created: undefined }],
  ['with unknown participants', { parties: undefined }],
  ['without participants', { parties: [] }],
  ['that has ended', { state: { kind: 'ended', how: { kind: 'done' } } }],
  ['with a lost connection', { state: { kind: 'lost', loss: { atMs: NOW, why: { kind: 'network' } } } }],
] as const)('needs no confirmation for a session %s', (_, difference) => {
  expect(closingEffect({ ...facts, ...difference })).toEqual({ kind: 'none' });
});

test('counts only the panes that need confirmation', () => {
  const young = { ...facts, created: new Date(NOW) };
  const shared = { ...facts, parties: [me, other] };
  expect(closingEffect(facts, young)).toEqual({ kind: 'ends', lingers: false });
  expect(closingEffect(facts, shared, facts, young)).toEqual({ kind: 'several', ends: 2, leaves: 1, lingers: false });
  expect(closingEffect()).toEqual({ kind: 'none' });
});
