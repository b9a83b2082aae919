import { expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { fromHex, toHex, utf8 } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { decodeAction, decodePlayback, PLAY_PAUSE, speedAction } from './playback.ts';

const fromServer = vectors.desktopPlayback.filter(({ direction }) => direction === 'server->client');

test.each(fromServer)('$name', ({ hex, json, tdpHex }) => {
  const frame = decodePlayback(fromHex(hex) ?? new Uint8Array());
  const sent = JSON.parse(json) as { ms?: number; errorText?: string };
  if (frame.kind === 'message') expect([toHex(frame.message), frame.ms]).toEqual([tdpHex, sent.ms]);
  else if (frame.kind === 'error') expect(frame.text).toBe(sent.errorText);
  else expect(tdpHex).toBeUndefined();
  expect(frame.kind === 'message').toBe(tdpHex !== undefined);
});

test('the actions equal the vectors', () => {
  const sent = vectors.desktopPlayback.filter(({ direction }) => direction === 'client->server');
  const known = [PLAY_PAUSE, speedAction(4), speedAction(0.25), JSON.stringify({ action: 'seek', pos: 42_500 })];
  expect(sent.map(({ json }) => json)).toEqual(known);
});

test.each(['', '[]', '{}', '{"message":"","ms":1}', '{"message":"AQ=="}', '{"message":"%","ms":1}'])(
  'refuses %s',
  (text) => {
    expect(() => decodePlayback(utf8(text))).toThrow(WireError);
  },
);

test.each([
  [PLAY_PAUSE, { kind: 'toggle' }],
  [speedAction(4), { kind: 'speed', speed: 4 }],
  [speedAction(100), { kind: 'speed', speed: 16 }],
  ['{"action":"speed"}', { kind: 'speed', speed: 0.25 }],
  ['{"action":"seek","pos":42500}', { kind: 'seek', ms: 42_500 }],
  ['{"action":"seek","pos":-1}', { kind: 'seek', ms: 0 }],
  ['{"action":"seek","pos":1.5}', undefined],
  ['{"action":"stop"}', undefined],
  ['no json', undefined],
])('decodes the action %s', (text, action) => expect(decodeAction(text)).toEqual(action));
