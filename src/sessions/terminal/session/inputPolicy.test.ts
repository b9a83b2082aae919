import { expect, test } from 'vitest';
import { inputPolicy, participantModeOf } from './inputPolicy.ts';
import type { Target } from './target.ts';

const join = (mode?: string): Target => ({ kind: 'join', sid: 'a', ...(mode !== undefined && { mode }) });
const OF_MARA = { owner: 'mara' };

test('the user who starts a session is a peer', () => {
  expect(participantModeOf({ kind: 'new', serverId: 'web-1', login: 'root' }, undefined, undefined)).toBe('peer');
});

test.each(['observer', 'moderator', 'peer'] as const)('uses the requested mode %s', (mode) => {
  expect(participantModeOf(join(mode), OF_MARA, 'mara')).toBe(mode);
});

test('an unknown mode allows nothing', () => {
  expect(participantModeOf(join('boss'), OF_MARA, 'mara')).toBe('spectator');
});

test('without a mode the owner is a peer, and all others are observers', () => {
  expect(participantModeOf(join(), OF_MARA, 'mara')).toBe('peer');
  expect(participantModeOf(join(), OF_MARA, 'joe')).toBe('observer');
});

test('the mode is undefined until the owner and the own user name are known', () => {
  expect(participantModeOf(join(), undefined, 'mara')).toBeUndefined();
  expect(participantModeOf(join(), OF_MARA, undefined)).toBeUndefined();
  expect(participantModeOf(join(), { owner: '' }, 'mara')).toBeUndefined();
});

test('sends the input of a peer, and of a participant whose mode is unknown', () => {
  expect(inputPolicy('peer', 't')).toBe('send');
  expect(inputPolicy(undefined, '\x03')).toBe('send');
});

test.each(['observer', 'moderator', 'spectator'] as const)(
  'for a %s only Ctrl+C has an effect: it leaves the session',
  (participantMode) => {
    expect(inputPolicy(participantMode, '\x03')).toBe('leave');
    for (const keys of ['t', 'ls\r', 'a\x03', Uint8Array.of(0x74)])
      expect(inputPolicy(participantMode, keys)).toBe('hold');
  },
);
