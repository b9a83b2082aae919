import { expect, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import { grouped, keepOrder, oneByOne, reasonOfAny, type Entry, filtered, type Filter } from './entries.ts';
import type { NodeState } from './nodeState.ts';
import { OutputBuffer } from './OutputBuffer.ts';

const done = (status = 0): NodeState => ({ kind: 'done', status, fromMs: 0, atMs: 1 });
const failed = (why: string): NodeState => ({ kind: 'failed', why });

/** In the order in which they end: `[id, state, output]`. Unfinished ones are not included. */
function group(ended: readonly (readonly [string, NodeState, string?])[], open: Record<string, NodeState> = {}) {
  const outputs = new Map(ended.map(([id, , output = '']) => [id, output]));
  const states = new Map<string, NodeState>([
    ...ended.map(([id, state]) => [id, state] as const),
    ...Object.entries(open),
  ]);
  return grouped({
    ids: [...states.keys()].toSorted(),
    states,
    ended: ended.map(([id]) => id),
    fingerprintOf: (id) => outputs.get(id) ?? '',
    namesOf: (id) => [id],
  });
}
const words = (entries: readonly Entry[]) =>
  entries.map((entry) =>
    entry.kind === 'group' ? `${entry.ids.join('+')}${entry.differs ? ' differs' : ''}` : `${entry.kind} ${entry.id}`,
  );

test('groups nodes with equal output and end, and lists failures first, then differing groups', () => {
  const entries = group([
    ['a', done(), 'x'],
    ['b', done(), 'y'],
    ['c', done(), 'x'],
    ['d', done(2), 'x'],
    ['e', done(), 'x'],
    ['f', done(2), 'x'],
  ]);
  expect(words(entries)).toEqual(['d+f differs', 'b differs', 'a+c+e']);
});

test('another node in a group does not change the order of the groups', () => {
  const ended: [string, NodeState, string][] = [
    ['a', done(), 'x'],
    ['b', done(), 'x'],
    ['c', done(1), 'y'],
    ['d', done(1), 'z'],
  ];
  expect(words(group(ended))).toEqual(['c differs', 'd differs', 'a+b']);
  expect(words(group([...ended, ['0', done(1), 'z']]))).toEqual(['c differs', 'd+0 differs', 'a+b']);
});

test('marks no group as different if all outputs differ', () => {
  const entries = group([
    ['a', done(), '1'],
    ['b', done(), '2'],
  ]);
  expect(words(entries)).toEqual(['a', 'b']);
});

test('marks the failed group as different if as many nodes failed as succeeded', () => {
  const entries = group([
    ['a', failed('no'), ''],
    ['b', failed('no'), ''],
    ['c', done(), ''],
    ['d', done(), ''],
  ]);
  expect(words(entries)).toEqual(['a+b differs', 'c+d']);
});

test('lists the few successful nodes first if most nodes failed', () => {
  const entries = group([
    ['a', done(9), ''],
    ['b', done(9), ''],
    ['c', done(), ''],
  ]);
  expect(words(entries)).toEqual(['c differs', 'a+b']);
});

test('groups failures whose messages differ only in the name of the node', () => {
  const entries = group([
    ['web-1', failed('failed to connect to web-1 (10.0.0.1): refused')],
    ['web-2', failed('failed to connect to web-2 (10.0.0.1): refused')],
    ['db', failed('access denied to root connecting to db')],
  ]);
  expect(words(entries)).toEqual(['db differs', 'web-1+web-2']);
  expect(reasonOfAny('failed to connect to web-1 (10.0.0.1:22): refused', ['web-1', '10.0.0.1:22', ''])).toBe(
    'failed to connect to [server] ([server]): refused',
  );
});

test('lists running nodes one by one after finished ones, and waiting nodes in one entry', () => {
  const running: NodeState = { kind: 'running', fromMs: 0 };
  const waiting: NodeState = { kind: 'waiting' };
  const entries = group([['c', done()]], { a: running, b: waiting, d: waiting, e: running });
  expect(words(entries)).toEqual(['c', 'server a', 'server e', 'waiting ,waiting']);
  expect(entries.at(-1)).toMatchObject({ ids: ['b', 'd'] });
});

test('keeps the order of the entries shown, and inserts new entries in their sorted position', () => {
  const before = group([
    ['a', done(), 'x'],
    ['b', done(), 'y'],
    ['c', done(), 'x'],
  ]);
  expect(words(before)).toEqual(['b differs', 'a+c']);
  const now = group([
    ['a', done(), 'x'],
    ['b', done(), 'y'],
    ['c', done(), 'x'],
    ['d', done(3), 'z'],
    ['e', done(), 'y'],
    ['f', done(), 'y'],
  ]);
  expect(words(now)).toEqual(['d differs', 'a+c differs', 'b+e+f']);
  expect(
    words(
      keepOrder(
        before.map(({ id }) => id),
        now,
      ),
    ),
  ).toEqual(['d differs', 'b+e+f', 'a+c differs']);
});

test('lists nodes one by one in the order of selection', () => {
  const states = new Map([['b', done()]]);
  expect(oneByOne({ ids: ['b', 'a'], states })).toEqual([
    { kind: 'server', id: 'b', state: done() },
    { kind: 'server', id: 'a', state: { kind: 'waiting' } },
  ]);
});

const bufferOf = (text: string): OutputBuffer => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', utf8(text));
  return buffer;
};
const OUTPUTS = new Map([
  ['a', bufferOf('Debian GNU/Linux 12')],
  ['b', bufferOf('Ubuntu 24.04')],
]);
const ENTRIES: readonly Entry[] = [
  { kind: 'group', id: 'a', ids: ['a', 'c'], state: { kind: 'done', status: 0, fromMs: 0, atMs: 1 }, differs: false },
  { kind: 'server', id: 'b', state: { kind: 'running', fromMs: 0 } },
  { kind: 'server', id: 'd', state: { kind: 'failed', why: 'Nothing listens there' } },
  { kind: 'waiting', id: ',waiting', ids: ['e'] },
];
const HOSTS = new Map([
  ['c', 'web-3'],
  ['e', 'db-1'],
]);
const ids = (which: Filter['which'], text = ''): string =>
  filtered(
    ENTRIES,
    { which, text },
    (id) => HOSTS.get(id) ?? id,
    (id) => OUTPUTS.get(id) ?? new OutputBuffer(),
  )
    .map(({ id }) => id)
    .join(' ');

test('filters by failed and by unfinished', () => {
  expect([ids('all'), ids('wrong'), ids('open')]).toEqual(['a b d ,waiting', 'd', 'b ,waiting']);
});

test('finds text in outputs, reasons and node names of a group, case-insensitive', () => {
  expect([ids('all', 'debian'), ids('all', 'LISTENS'), ids('all', ' WEB-3 '), ids('all', 'db-')]).toEqual([
    'a',
    'd',
    'a',
    ',waiting',
  ]);
  expect(ids('wrong', 'debian')).toBe('');
});

test('finds output that arrived after an earlier search', () => {
  expect(ids('all', 'late words')).toBe('');
  OUTPUTS.get('b')?.push('stdout', utf8('\nlate words'));
  expect(ids('all', 'late words')).toBe('b');
});
