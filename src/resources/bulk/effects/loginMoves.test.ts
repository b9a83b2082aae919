import { expect, test } from 'vitest';
import { toAccessTarget } from '../../../access/explain/roleReach.ts';
import { finished } from '../../../access/explain/work.ts';
import { textOf } from '../../../lib/sentence.ts';
import { toRole } from '../../../access/role.ts';
import { LoginMoves } from './loginMoves.ts';

const role = (name: string, allow: object) => toRole({ version: 'v6', metadata: { name }, spec: { allow } });
const ROLES = new Map(
  [
    role('ops', { logins: ['root', 'deploy'], node_labels: { env: 'prod' } }),
    role('dev', { logins: ['deploy'], node_labels: { '*': '*' } }),
  ].map((one) => [one.metadata.name, one]),
);
const SERVERS = Array.from({ length: 1200 }, (_, n) => toAccessTarget({ env: n % 3 === 0 ? 'prod' : 'dev' }));
const movesOf = (...changes: { before: readonly string[]; after: readonly string[] }[]) =>
  new LoginMoves(changes, (name) => ROLES.get(name), SERVERS);
const texts = (moves: LoginMoves) => moves.result().map((sentence) => [textOf(sentence), sentence.flagged]);

test('counts every server and groups users who gain the same access', () => {
  const moves = movesOf({ before: ['dev'], after: ['dev', 'ops'] }, { before: ['dev'], after: ['ops', 'dev'] });
  finished(moves);
  expect(texts(moves)).toEqual([['2 users may now log in as root on 400 servers', true]]);
});

test('reports lost access', () => {
  const moves = movesOf({ before: ['ops', 'dev'], after: ['ops'] });
  finished(moves);
  expect(texts(moves)).toEqual([['1 user may no longer log in as deploy on 800 servers', false]]);
});

test('reports no loss from a partial count', () => {
  const moves = movesOf({ before: ['dev'], after: ['dev', 'ops'] }, { before: ['ops'], after: ['ops', 'dev'] });
  let steps = 0;
  for (const _ of moves.steps()) {
    steps++;
    expect(texts(moves).filter(([text]) => String(text).includes('no longer'))).toEqual([]);
  }
  expect(steps).toBe(moves.total);
});
