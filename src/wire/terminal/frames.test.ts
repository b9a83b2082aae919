// Checks every JSON payload of the terminal socket against the published vectors.
import { describe, expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { WireError } from '../envelope.ts';
import {
  decodeFileDecision,
  decodeFileRequest,
  encodeFileDecision,
  encodeFileEvent,
  encodeFileRequest,
} from './fileTransfer.ts';
import { decodeSessionEvent, decodeChallenge, decodeHold, encodeHold, decodeLatency, encodeLatency } from './frames.ts';
import { decodeResize, encodeResize } from './resize.ts';
import { decodeSessionMetadata, encodeSessionMetadata, type SessionJson } from './sessionJson.ts';

/** The payload of the vector whose name has this prefix. */
function payload(name: string): string {
  const found = vectors.envelope.find((v) => v.name.startsWith(name))?.fields.payload;
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

describe('resize', () => {
  test('equals the published vector', () => {
    expect(encodeResize({ cols: 132, rows: 43 })).toBe(payload('resize'));
    expect(decodeResize(payload('resize'))).toEqual({ cols: 132, rows: 43 });
  });
  test('uses only the field size', () => {
    expect(decodeResize('{"size":"80:25","width":1,"height":"x"}')).toEqual({ cols: 80, rows: 25 });
  });
  test.each([
    '{',
    '{}',
    'null',
    '{"size":80}',
    '{"size":"80"}',
    '{"size":"80:"}',
    '{"size":"0:25"}',
    '{"size":"80:4096"}',
    '{"size":"80:25:1"}',
    '{"size":" 80:25"}',
    '{"size":"8e1:25"}',
    '{"size":"-80:25"}',
    '{"size":"80:65536"}',
    '{"size":"99999999999999999999:25"}',
    '{"size":"80.5:25"}',
    '{"size":"NaN:25"}',
    '{"size":null}',
    '{"size":["80:25"]}',
    '{"width":80,"height":25}',
  ])('is an input error: %s', (text) => expect(() => decodeResize(text)).toThrow(WireError));
});

describe('session metadata', () => {
  test.each(['session metadata: new', 'session metadata: joined'])('%s is decoded and encoded unchanged', (name) => {
    const { session } = JSON.parse(payload(name)) as { session: SessionJson };
    expect(encodeSessionMetadata(session)).toBe(payload(name));
    expect(decodeSessionMetadata(payload(name))).toEqual({
      id: '5f6b2c1e-0d43-4c8a-9b7e-2a61c0d4e8f1',
      login: 'deploy',
      serverId: 'b0a8f6d2-1c35-4e79-8a20-6d4f1e9c7b35',
      hostname: 'edge-01',
      clusterId: 'lab.test',
      owner: 'mira',
      moderated: session.moderated,
      created: new Date('2030-04-05T06:07:08.123Z'),
    });
  });
  test('a zero or invalid time is undefined', () => {
    expect(decodeSessionMetadata('{"session":{"id":"a","created":"0001-01-01T00:00:00Z"}}').created).toBeUndefined();
    expect(decodeSessionMetadata('{"session":{"id":"a","created":"soon"}}').created).toBeUndefined();
    expect(decodeSessionMetadata('{"session":{"id":"a"}}').created).toBeUndefined();
  });
  test.each([
    ['backup', 2222, 'backup:2222'],
    ['2001:db8::1', 22, '[2001:db8::1]:22'],
    ['2001:db8::1', 0, '2001:db8::1'],
  ])('the server id of %s with the requested port %i is %s', (server_id, server_hostport, serverId) => {
    const session = { id: 'a', server_id, server_hostport };
    expect(decodeSessionMetadata(JSON.stringify({ session })).serverId).toBe(serverId);
  });
  test.each(['', '{}', 'null', '{"session":null}', '{"session":{"id":5}}', '{"session":[]}'])(
    'an id is required: %s',
    (text) => {
      expect(() => decodeSessionMetadata(text)).toThrow(WireError);
    },
  );
});

describe('file transfer', () => {
  test.each([
    ['file transfer request: download', { download: true, location: '/var/tmp/report.csv' }],
    ['file transfer request: upload', { download: false, location: '/var/tmp/', filename: 'patch.tgz' }],
  ] as const)('%s', (name, request) => {
    expect(encodeFileRequest(request)).toBe(payload(name));
    expect(decodeFileRequest(payload(name))).toEqual(request);
  });
  test.each([
    ['file transfer decision: approve', true],
    ['file transfer decision: deny', false],
  ])('%s', (name, approved) => {
    const decision = { requestId: '7a1f0c2d-9e84-4d6b-8f35-c2b7a6e10d94', approved };
    expect(encodeFileDecision(decision)).toBe(payload(name));
    expect(decodeFileDecision(payload(name))).toEqual(decision);
  });
  test.each(['', '{}', '{"download":"true"}', '{"download":1}'])(
    'a request without a boolean download is an input error: %s',
    (text) => {
      expect(() => decodeFileRequest(text)).toThrow(WireError);
    },
  );
  test.each(['', '{}', '{"requestId":"a"}', '{"approved":"yes"}'])(
    'a decision without a boolean approved is an input error: %s',
    (text) => {
      expect(() => decodeFileDecision(text)).toThrow(WireError);
    },
  );
});

describe('audit events', () => {
  test('of a file transfer contain the request', () => {
    const event = {
      event: 'file_transfer_request',
      requestId: '7a1f0c2d-9e84-4d6b-8f35-c2b7a6e10d94',
      requester: 'mira',
      location: '/var/tmp/report.csv',
      filename: '',
      download: true,
      approvers: ['otto'],
    } as const;
    const vector = payload('audit: file transfer, one approval');
    expect(decodeSessionEvent(vector)).toEqual(event);
    const written = encodeFileEvent(
      { ...event, approvers: ['otto'] },
      '5f6b2c1e-0d43-4c8a-9b7e-2a61c0d4e8f1',
      'lab.test',
    );
    expect(JSON.parse(written)).toEqual(JSON.parse(vector));
  });
  test('of the session contain the user and the size', () => {
    expect(decodeSessionEvent(payload('audit: resize by'))).toEqual({
      event: 'resize',
      size: { cols: 100, rows: 30 },
      user: 'mira',
    });
    expect(decodeSessionEvent(payload('audit: session.join'))).toEqual({ event: 'session.join', user: 'otto' });
    expect(decodeSessionEvent(payload('audit: session.leave'))).toEqual({ event: 'session.leave', user: 'otto' });
  });
  test('of an unknown type keep their name', () => {
    expect(decodeSessionEvent('{"event":"session.command","ei":1}')).toEqual({
      event: 'other',
      name: 'session.command',
    });
  });
  test.each(['', '[]', '{}', '{"event":4}', '{"event":"resize"}', '{"event":"file_transfer_request"}'])(
    'are refused without the required fields: %s',
    (text) => {
      expect(() => decodeSessionEvent(text)).toThrow(WireError);
    },
  );
});

test('decodes a challenge unchanged', () => {
  const publicKey = { challenge: 'q83v', timeout: 300_000, rpId: 'lab.test', userVerification: 'discouraged' };
  const payload = JSON.stringify({ webauthn_challenge: { publicKey }, totp_challenge: false });
  expect(decodeChallenge(payload)).toEqual({ webauthn_challenge: { publicKey }, totp_challenge: false });
});

test('accepts a challenge without WebAuthn from a newer server', () => {
  const payload = '{"webauthn_challenge":null,"totp_challenge":false,"sso_challenge":{"requestId":"1"}}';
  expect(decodeChallenge(payload)).toEqual({ webauthn_challenge: null, totp_challenge: false });
});

test.each(['', 'null', '[]', '{"webauthn_challenge":{"publicKey":{}}}'])('refuses %j as a challenge', (payload) => {
  expect(() => decodeChallenge(payload)).toThrow(WireError);
});

test('decodes an encoded hold, and refuses any other text', () => {
  for (const holds of [true, false]) expect(decodeHold(encodeHold(holds))).toBe(holds);
  for (const text of ['', 'Hold', 'true', '1']) expect(() => decodeHold(text)).toThrow(WireError);
});

test('decodes the latency of a newer cluster', () => {
  expect(decodeLatency('{"ws":18,"ssh":3}')).toEqual({
    browserMs: 18,
    serverMs: 3,
    recorded: undefined,
    idleLimitMs: undefined,
  });
});

test('decodes the encoded latency of this gateway', () => {
  for (const latency of [
    { browserMs: 0, serverMs: undefined, recorded: true, idleLimitMs: 60_000 },
    { browserMs: 412, serverMs: 7, recorded: false, idleLimitMs: undefined },
  ])
    expect(decodeLatency(encodeLatency(latency))).toEqual(latency);
});

test.each(['', 'null', '[]', '{}', '{"ws":"18"}', '{"ws":-1}', '{"ws":1e999}', '{"ssh":3}', '\u0000'])(
  'ignores an invalid latency: %j',
  (payload) => expect(decodeLatency(payload)).toBeUndefined(),
);
