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
])('labels the state %j', (state, mark, word, tabWord) => {
  expect(stateLabel(state)).toEqual({ mark, word, tabWord });
});

test('labels a moderated session that waits for participants', () => {
  expect(stateLabel({ kind: 'live' }, true)).toEqual({
    mark: 'waiting',
    word: 'Waiting for participants',
    tabWord: 'waiting',
  });
});

test('quotes the text of the server', () => {
  expect(lossSentence({ kind: 'closed', words: 'going away' }, 'east')).toBe(
    'The server closed the connection: “going away”.',
  );
  const revoked = 'Access revoked: your roles no longer allow root on web-1.';
  expect(endingSentence({ kind: 'cut', why: revoked })).toBe(`The server ended it: “${revoked}”`);
  expect(endingSentence({ kind: 'cut', why: revoked }, true)).toBe(`The server reported: “${revoked}”`);
});

test('lists the possible causes of an end with status 255', () => {
  expect(endingSentence({ kind: 'exit', status: 255 })).toMatch(/a moderator who ended the session/);
  expect(endingSentence({ kind: 'exit', status: 3 })).toBe('The shell ended with status 3.');
});

test.each([
  [404, 'SSH session a not found', /has ended/],
  [0, 'ssh: could not start shell', /do not allow joining/],
  [403, 'access denied', /^$/],
])('explains a refused join: %i “%s”', (status, why, words) => {
  expect(refusalSentence({ kind: 'refused', status, why }, true)).toMatch(words);
});

test.each([
  [404, 'not found', /^The server is not in this cluster, or your roles hide it\. $/],
  [0, 'ssh: could not start shell', /^$/],
  [403, 'access denied', /^$/],
])('explains a refused new session: %i “%s”', (status, why, words) => {
  expect(refusalSentence({ kind: 'refused', status, why }, false)).toMatch(words);
});

test('shortens a session id and keeps its start and end', () => {
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
])('an idle limit of %i ms with %i ms left is shown as: %s', (limitMs, leftMs, words) => {
  expect(idleLabel(leftMs, limitMs)).toBe(words);
});
