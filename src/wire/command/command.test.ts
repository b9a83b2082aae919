import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromUtf8 } from '../../lib/encoding.ts';
import { decodeEnvelope } from '../envelope.ts';
import { decodeCommandDone, decodeCommandOutput, encodeCommandDone, encodeCommandOutput } from './commandFrames.ts';
import { encodeExecuteParams, parseExecuteParams } from './executeParams.ts';

type Entry = {
  name: string;
  path: string;
  params?: unknown;
  httpAnswer?: { status: number; body: string };
  frames: Frame[];
};
type Frame = { dir: string; letter?: string; b64?: string };
const { entries }: { entries: Entry[] } = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/recorded/streams/command-execution.json', import.meta.url), 'utf8'),
);
const sentParams = ({ path }: Entry) => new URL(path, 'http://x').searchParams.get('params') ?? '';
const entry = (name: string) => entries.find((found) => found.name === name)!;

const PARAMS = {
  command: 'uptime; echo "é" & #',
  login: 'root',
  query: 'name == "a"',
  conversationId: 'none',
  executionId: 'bca2449c-6a61-49f7-bbb1-b83e4eb0ddcc',
};

describe('parameters', () => {
  test('are decoded to the values that were encoded', () => {
    expect(parseExecuteParams(encodeExecuteParams(PARAMS))).toEqual({ ok: true, params: PARAMS });
  });

  test.each(entries.filter(({ httpAnswer }) => !httpAnswer).map((found) => [found.name, found] as const))(
    'accepted by a cluster are accepted: %s',
    (_, found) => expect(parseExecuteParams(sentParams(found)).ok).toBe(true),
  );

  test.each(['exec-missing-command', 'exec-missing-execution-id', 'exec-missing-conversation'])(
    'refused by a cluster are refused with the same message: %s',
    (name) => {
      const parsed = parseExecuteParams(sentParams(entry(name)));
      const { error } = JSON.parse(entry(name).httpAnswer?.body ?? '');
      expect(parsed).toEqual({ ok: false, message: error.message });
    },
  );

  test.each([
    ['', 'missing params'],
    ['{nope', /^failed to read JSON message: /],
    ['[]', /^failed to read JSON message: /],
    ['{"command":5}', /^failed to read JSON message: /],
    ['null', 'invalid payload: missing command'],
    ['{"command":"x"}', 'invalid payload: missing query'],
    ['{"command":"x","query":"y"}', 'invalid payload: missing login'],
    [encodeExecuteParams({ ...PARAMS, command: 'uptime\0' }), 'command: .* the character NUL$'],
    [encodeExecuteParams({ ...PARAMS, conversationId: 'a\0b' }), 'conversation_id: .* the character NUL$'],
  ])('are refused if invalid: %j', (text, message) => {
    const parsed = parseExecuteParams(text);
    expect(parsed.ok ? '' : parsed.message).toEqual(expect.stringMatching(message));
  });
});

describe('frames', () => {
  test('of a real cluster are decoded', () => {
    const outputs = entry('exec-exit-status')
      .frames.filter(({ letter }) => letter === 'r')
      .map(({ b64 = '' }) => decodeCommandOutput(fromUtf8(decodeEnvelope(Buffer.from(b64, 'base64')).payload)))
      .map(({ type, bytes }) => [type, fromUtf8(bytes)]);
    expect(outputs).toEqual([
      ['stdout', 'before\n'],
      ['teleport-error', 'Process exited with status 3'],
    ]);
  });

  test('are decoded to the values that were encoded', () => {
    const bytes = Uint8Array.of(0xe2, 0x82, 0, 255);
    const payload = encodeCommandOutput('n-1', 'stderr', Buffer.from(bytes).toString('base64'));
    expect(decodeCommandOutput(payload)).toEqual({ nodeId: 'n-1', type: 'stderr', bytes });
    expect(decodeCommandDone(encodeCommandDone('n-1'))).toBe('n-1');
    expect(decodeCommandDone('')).toBeUndefined();
  });

  test.each(['', '{}', '{"node_id":"a","type":"odd","payload":""}', '{"node_id":"a","type":"stdout","payload":"*"}'])(
    'are refused as output: %j',
    (payload) => expect(() => decodeCommandOutput(payload)).toThrow(),
  );
});
