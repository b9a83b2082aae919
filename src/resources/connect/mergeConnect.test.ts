import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/json.ts';
import { changedPaths, mergeSettings } from './mergeConnect.ts';

const merge = (base: JsonObject, mine: JsonObject, theirs: JsonObject) =>
  mergeSettings({ 'x-one-of': ['vnc', 'rdp'] }, base, mine, theirs);

const BASE = { password: true, user_map: { reader: { user: 'r', password: true } }, tls: { mode: 'disable' } };

test('merges concurrent changes value by value', () => {
  const mine = { ...BASE, password: 'new', user_map: { reader: { user: 'r', password: null } } };
  const theirs = { ...BASE, user_map: { ...BASE.user_map, ann: { user: 'ann_ro' } }, tls: undefined, via: 'web-1' };
  expect(merge(BASE, mine, theirs)).toEqual({
    password: 'new',
    user_map: { reader: { user: 'r', password: null }, ann: { user: 'ann_ro' } },
    via: 'web-1',
  });
});

test('keeps my value when both changed it, also inside a part that the other user removed', () => {
  const mine = { tls: { mode: 'verify-full', ca: 'mine' } };
  expect(merge({ tls: { mode: 'disable' } }, mine, { tls: { mode: 'insecure' } })).toEqual(mine);
  expect(merge({ tls: { mode: 'disable', cert: 'c' } }, { tls: { mode: 'insecure', cert: 'c' } }, {})).toEqual({
    tls: { mode: 'insecure' },
  });
});

test('keeps my choice among mutually exclusive parts', () => {
  const mine = { vnc: { user: 'mine', password: true } };
  expect(merge({ vnc: { password: true } }, mine, { rdp: { user: 'theirs' } })).toEqual({ vnc: { user: 'mine' } });
  expect(merge({}, { via: 'a' }, { rdp: { user: 'theirs' } })).toEqual({ via: 'a', rdp: { user: 'theirs' } });
});

test('takes all values of the other user when I changed nothing', () => {
  expect(merge(BASE, BASE, {})).toEqual({});
});

test('lists changed values by their path', () => {
  expect(changedPaths(BASE, { ...BASE, user_map: { ann: { user: 'a' }, bob: {} } })).toEqual([
    'user_map.reader.user',
    'user_map.reader.password',
    'user_map.ann.user',
    'user_map.bob',
  ]);
  expect(changedPaths({ via: '' }, {})).toEqual([]);
});
