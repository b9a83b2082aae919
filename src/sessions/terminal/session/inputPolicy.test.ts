import { expect, test } from 'vitest';
import { inputPolicy, participantModeOf } from './inputPolicy.ts';
import type { Target } from './target.ts';

const join = (mode?: string): Target => ({ kind: 'join', sid: 'a', ...(mode !== undefined && { mode }) });
const OF_MARA = { owner: 'mara' };

test('whoever opens a session types in it', () => {
  expect(participantModeOf({ kind: 'new', serverId: 'web-1', login: 'root' }, undefined, undefined)).toBe('peer');
});

test.each(['observer', 'moderator', 'peer'] as const)('who asks to be %s is that', (mode) => {
  expect(participantModeOf(join(mode), OF_MARA, 'mara')).toBe(mode);
});

test('a mode that no release knows can do nothing', () => {
  expect(participantModeOf(join('boss'), OF_MARA, 'mara')).toBe('spectator');
});

test('without a mode the owner types and all others watch', () => {
  expect(participantModeOf(join(), OF_MARA, 'mara')).toBe('peer');
  expect(participantModeOf(join(), OF_MARA, 'joe')).toBe('observer');
});

test('nothing is claimed before the server has named the owner, or while it is not known who one is', () => {
  expect(participantModeOf(join(), undefined, 'mara')).toBeUndefined();
  expect(participantModeOf(join(), OF_MARA, undefined)).toBeUndefined();
  expect(participantModeOf(join(), { owner: '' }, 'mara')).toBeUndefined();
});

test('keys of a peer go out, and so do those of one whose place is not known', () => {
  expect(inputPolicy('peer', 't')).toBe('send');
  expect(inputPolicy(undefined, '\x03')).toBe('send');
});

test.each(['observer', 'moderator', 'spectator'] as const)(
  'of a %s only Ctrl+C counts, and means to leave',
  (participantMode) => {
    expect(inputPolicy(participantMode, '\x03')).toBe('leave');
    for (const keys of ['t', 'ls\r', 'a\x03', Uint8Array.of(0x74)])
      expect(inputPolicy(participantMode, keys)).toBe('hold');
  },
);
