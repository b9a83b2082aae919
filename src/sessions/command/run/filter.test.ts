import { expect, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import type { Entry } from './entries.ts';
import { filtered, type Filter } from './filter.ts';
import { OutputBuffer } from './OutputBuffer.ts';

const said = (text: string): OutputBuffer => {
  const buffer = new OutputBuffer();
  buffer.push('stdout', utf8(text));
  return buffer;
};
const OUTPUTS = new Map([
  ['a', said('Debian GNU/Linux 12')],
  ['b', said('Ubuntu 24.04')],
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

test('failed ones, and those that are not over', () => {
  expect([ids('all'), ids('wrong'), ids('open')]).toEqual(['a b d ,waiting', 'd', 'b ,waiting']);
});

test('a text is found in outputs, reasons and the names of all of a group, in any case', () => {
  expect([ids('all', 'debian'), ids('all', 'LISTENS'), ids('all', ' WEB-3 '), ids('all', 'db-')]).toEqual([
    'a',
    'd',
    'a',
    ',waiting',
  ]);
  expect(ids('wrong', 'debian')).toBe('');
});

test('what came since is found too', () => {
  expect(ids('all', 'late words')).toBe('');
  OUTPUTS.get('b')?.push('stdout', utf8('\nlate words'));
  expect(ids('all', 'late words')).toBe('b');
});
