import { expect, test } from 'vitest';
import type { SessionState } from '../session/sessionState.ts';
import { endingSentence, idleLabel, lossSentence, refusalSentence, shortId, stateLabel } from './sessionMessages.ts';

const loss = { atMs: 0, why: { kind: 'network' } } as const;
const closed = (isFinal: boolean) => ({ atMs: 0, why: { kind: 'closed', words: 'wrong key', isFinal } }) as const;

test.each<[SessionState, string, string, string]>([
  [{ kind: 'connecting' }, 'unknown', 'Connecting', ''],
  [{ kind: 'live' }, 'ok', '', ''],
  [{ kind: 'lost', loss }, 'warn', 'Connection lost', 'lost'],
  [{ kind: 'lost', loss: closed(false) }, 'warn', 'Connection lost', 'lost'],
  [{ kind: 'lost', loss: closed(true) }, 'warn', 'Disconnected by the server', 'lost'],
  [{ kind: 'rejoining', loss, attempt: 2 }, 'warn', 'Rejoining', 'lost'],
  [{ kind: 'ended', how: { kind: 'exit', status: 3 } }, 'ended', 'Ended, exit 3', 'ended, exit 3'],
  [{ kind: 'ended', how: { kind: 'gone' } }, 'ended', 'Ended', 'ended'],
  [{ kind: 'refused', status: 404, why: 'node not found' }, 'danger', 'Not opened', 'not opened'],
])('%j is told by a mark and words', (state, mark, word, tabWord) => {
  expect(stateLabel(state)).toEqual({ mark, word, tabWord });
});

test('a moderated session that waits for somebody has a mark of its own', () => {
  expect(stateLabel({ kind: 'live' }, true)).toEqual({
    mark: 'waiting',
    word: 'Waiting for participants',
    tabWord: 'waiting',
  });
});

test('the server’s own words are quoted', () => {
  expect(lossSentence({ kind: 'closed', words: 'going away' }, 'east')).toBe(
    'The server closed the connection: “going away”.',
  );
  const revoked = 'Access revoked: your roles no longer allow root on web-1.';
  expect(endingSentence({ kind: 'cut', why: revoked })).toBe(`The server ended it: “${revoked}”`);
  expect(endingSentence({ kind: 'cut', why: revoked }, true)).toBe(`The server reported: “${revoked}”`);
});

test('of a session that was ended from outside every cause is named, for none is known', () => {
  expect(endingSentence({ kind: 'exit', status: 255 })).toMatch(/a moderator who ended the session/);
  expect(endingSentence({ kind: 'exit', status: 3 })).toBe('The shell ended with status 3.');
});

test.each([
  [404, 'SSH session a not found', /has ended/],
  [0, 'ssh: could not start shell', /do not allow joining/],
  [403, 'access denied', /^$/],
])('%i “%s” to somebody who wants to join is explained as far as it can be', (status, why, words) => {
  expect(refusalSentence({ kind: 'refused', status, why }, true)).toMatch(words);
});

test.each([
  [404, 'not found', /^The server is not in this cluster, or your roles hide it\. $/],
  [0, 'ssh: could not start shell', /^$/],
  [403, 'access denied', /^$/],
])('%i “%s” instead of a new session is explained as far as it can be', (status, why, words) => {
  expect(refusalSentence({ kind: 'refused', status, why }, false)).toMatch(words);
});

test('a session id is cut so that it can still be told from others', () => {
  expect(shortId('a41c7e0d-2708-4069-a081-6b3807fc329e')).toBe('a41c…9e');
  expect(shortId('short')).toBe('short');
});

test.each([
  [20 * 60_000, 61_000, undefined],
  [20 * 60_000, 60_000, 'Ends in 1 m'],
  [20 * 60_000, 12_400, 'Ends in 12 s'],
  [20 * 60_000, -3000, 'Ends in 1 s'],
  [20_000, 11_000, undefined],
  [20_000, 10_000, 'Ends in 10 s'],
])('of %i ms without input, %i ms before the end: %s', (limitMs, leftMs, words) => {
  expect(idleLabel(leftMs, limitMs)).toBe(words);
});
