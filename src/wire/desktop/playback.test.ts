import { expect, test } from 'vitest';
import vectors from '../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { fromHex, toHex, utf8 } from '../../lib/encoding.ts';
import { WireError } from '../envelope.ts';
import { decodePlayback, PLAY_PAUSE, speedAction } from './playback.ts';

const fromServer = vectors.desktopPlayback.filter(({ direction }) => direction === 'server->client');

test.each(fromServer)('$name', ({ hex, json, tdpHex }) => {
  const frame = decodePlayback(fromHex(hex) ?? new Uint8Array());
  const sent = JSON.parse(json) as { ms?: number; errorText?: string };
  if (frame.kind === 'message') expect([toHex(frame.message), frame.ms]).toEqual([tdpHex, sent.ms]);
  else if (frame.kind === 'error') expect(frame.text).toBe(sent.errorText);
  else expect(tdpHex).toBeUndefined();
  expect(frame.kind === 'message').toBe(tdpHex !== undefined);
});

test('actions are those of the vectors', () => {
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
