import { expect, test } from 'vitest';
import { decodeLatency, encodeLatency } from './latency.ts';

test('what a newer cluster tells is read', () => {
  expect(decodeLatency('{"ws":18,"ssh":3}')).toEqual({
    browserMs: 18,
    serverMs: 3,
    recorded: undefined,
    idleLimitMs: undefined,
  });
});

test('what this gateway tells comes back as it was', () => {
  for (const latency of [
    { browserMs: 0, serverMs: undefined, recorded: true, idleLimitMs: 60_000 },
    { browserMs: 412, serverMs: 7, recorded: false, idleLimitMs: undefined },
  ])
    expect(decodeLatency(encodeLatency(latency))).toEqual(latency);
});

test.each(['', 'null', '[]', '{}', '{"ws":"18"}', '{"ws":-1}', '{"ws":1e999}', '{"ssh":3}', '\u0000'])(
  'what is no latency is none: %j',
  (payload) => expect(decodeLatency(payload)).toBeUndefined(),
);
