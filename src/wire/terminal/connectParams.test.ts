import { describe, expect, test } from 'vitest';
import { encodeConnectParams, parseConnectParams } from './connectParams.ts';

const UUID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const start = { login: 'root', server_id: UUID, term: { h: 24, w: 80 } };
const parse = (json: unknown) => parseConnectParams(JSON.stringify(json));

const size = { cols: 80, rows: 24 };
test.each([
  [
    'a new session with server, login',
    { kind: 'new', serverId: UUID, login: 'root', size },
    `"login":"root","server_id"`,
  ],
  ['a join with session, mode', { kind: 'join', sid: UUID, mode: 'observer', size }, `"sid"`],
] as const)('encodes %s and size', (_, params, named) => {
  const mode = params.kind === 'join' ? '"mode":"observer",' : '';
  const text = encodeConnectParams(params);
  expect(text).toBe(`{${named}:"${UUID}",${mode}"term":{"h":24,"w":80}}`);
  expect(parseConnectParams(text)).toEqual({ ok: true, params });
});

describe('accepts', () => {
  test.each([
    ['a join without mode', { sid: UUID, term: start.term }, { kind: 'join', sid: UUID }],
    ['an empty sid as a new session', { ...start, sid: '' }, { kind: 'new' }],
    ['a join and ignores its login and server', { ...start, sid: UUID }, { kind: 'join' }],
    ['a sid in capitals', { sid: UUID.toUpperCase(), term: start.term }, { sid: UUID }],
    ['an unknown mode', { ...start, mode: 'boss' }, { mode: 'boss' }],
    ['a host and port for the server', { ...start, server_id: '10.0.0.7:3022' }, { serverId: '10.0.0.7:3022' }],
    ['the smallest size', { ...start, term: { w: 1, h: 1 } }, { size: { cols: 1, rows: 1 } }],
    ['the largest size', { ...start, term: { w: 4095, h: 4095 } }, { size: { cols: 4095, rows: 4095 } }],
    ['a keep-alive interval in nanoseconds', { ...start, KeepAliveInterval: 2e9 }, { keepAliveMs: 2000 }],
    [
      'a longer interval and limits it to an hour',
      { ...start, KeepAliveInterval: 2 ** 31 * 1e6 },
      { keepAliveMs: 3600_000 },
    ],
    ['unknown keys', { ...start, nonsense: { a: 1 } }, { kind: 'new' }],
    ['null values as missing keys', { ...start, sid: null, mode: null }, { kind: 'new' }],
  ])('%s', (_name, json, expected) => expect(parse(json)).toMatchObject({ ok: true, params: expected }));

  test('a keep-alive interval under a second and ignores it', () => {
    const result = parse({ ...start, KeepAliveInterval: 999_999_999 });
    expect(result.ok && result.params).not.toHaveProperty('keepAliveMs');
  });
});

describe('refuses before the upgrade', () => {
  test.each([
    ['a missing login', { ...start, login: '' }, 'login: missing login'],
    ['a missing server', { login: 'root', term: start.term }, 'server: missing server'],
    ['the size zero', { ...start, term: { h: 0, w: 0 } }, 'term: bad dimensions(0x0)'],
    ['a missing size', { login: 'root', server_id: UUID }, 'term: bad dimensions(0x0)'],
    ['a size over the limit', { ...start, term: { h: 24, w: 4096 } }, 'term: bad dimensions(4096x24)'],
    ['a negative size', { ...start, term: { h: -1, w: 80 } }, 'term: bad dimensions(80x-1)'],
    ['a sid that is not a UUID', { sid: 'abc', term: start.term }, 'sid: invalid session id'],
  ])('%s', (_name, json, message) => expect(parse(json)).toEqual({ ok: false, status: 400, message }));

  test('missing params', () => {
    expect(parseConnectParams(undefined)).toEqual({ ok: false, status: 400, message: 'missing params' });
    expect(parseConnectParams('')).toMatchObject({ status: 400 });
  });

  test.each([
    '{nope',
    'null',
    '[]',
    '"x"',
    JSON.stringify({ ...start, term: { h: 24.5, w: 80 } }),
    JSON.stringify({ ...start, term: { h: '24', w: 80 } }),
    JSON.stringify({ ...start, term: { h: 2 ** 31, w: 80 } }),
    JSON.stringify({ ...start, term: [24, 80] }),
    JSON.stringify({ ...start, login: 7 }),
    JSON.stringify({ ...start, KeepAliveInterval: '5m' }),
  ])('JSON of the wrong shape, with status 500: %s', (text) => {
    expect(parseConnectParams(text)).toMatchObject({ ok: false, status: 500 });
  });
});
