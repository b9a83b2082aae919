import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WireError } from '../envelope.ts';
import { decodeClientMessage, encodeClientMessage } from './clientMessages.ts';
import { CONTEXT_CHARS_MAX, CONTEXTS_MAX, MESSAGE_CHARS_MAX, type ClientMessage } from './messages.ts';
import * as payloads from './payloads.ts';
import { decodeServerMessage, encodeServerMessage, readConversations, readHistory } from './serverMessages.ts';

type Entry = { name: string; frames: { dir: string; op: string; b64?: string }[] };
const { entries }: { entries: Entry[] } = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/recorded/streams/assist.json', import.meta.url), 'utf8'),
);
const textFrames = (dir: string) =>
  entries
    .filter(({ name }) => name.startsWith('assist-'))
    .flatMap(({ frames }) => frames.filter((frame) => frame.dir === dir && frame.op === 'text'))
    .map(({ b64 }) => Buffer.from(b64 ?? '', 'base64').toString());

const CONTEXT = { kind: 'output' as const, title: 'node-1', text: 'df: €' };
const CLIENT: ClientMessage[] = [
  { type: 'message', text: 'how full are the disks? "é"\n', context: [] },
  { type: 'message', text: '', context: [CONTEXT, { ...CONTEXT, kind: 'event' }] },
  { type: 'cancel' },
  { type: 'retry' },
  { type: 'summarize', executionId: 'bca2449c-6a61-49f7-bbb1-b83e4eb0ddcc' },
];
const PAYLOADS = {
  partial: [payloads.encodePartial({ content: 'é', idx: 2 }), payloads.decodePartial],
  command: [
    payloads.encodeCommand(
      {
        command: 'df -h /',
        nodes: ['node-1'],
        labels: [{ key: 'env', value: 'dev' }],
        reason: 'r',
        query: 'q',
        changes: true,
      },
      true,
    ),
    payloads.decodeCommand,
  ],
  result: [
    payloads.encodeResult({ nodeId: 'n', executionId: 'e', sessionId: 's', error: 'exit status 3' }, true),
    payloads.decodeResult,
  ],
  run: [
    payloads.encodeRun({
      executionId: 'e',
      command: 'uptime',
      login: 'root',
      query: 'name == "a"',
      nodes: ['a'],
      approvedBy: 'admin',
      approvedAt: '2026-11-21T05:33:15Z',
    }),
    payloads.decodeRun,
  ],
  toolCall: [
    payloads.encodeToolCall({
      id: '1',
      tool: 'search_servers',
      arguments: { query: 'x' },
      result: { summary: 'Found 2', count: 2, failed: true },
    }),
    payloads.decodeToolCall,
  ],
  state: [
    payloads.encodeState({
      mode: 'model',
      model: 'm',
      remaining: { messages: 3, resets: '2026-11-22T00:00:00Z' },
    }),
    payloads.decodeState,
  ],
} satisfies Record<string, [string, (payload: string) => unknown]>;

/** Expects that a decoder returns a value or throws WireError. */
function survives(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    expect(error).toBeInstanceOf(WireError);
  }
}

describe('frames of a console', () => {
  test.each(CLIENT)('are decoded to the message that was encoded: $type', (message) => {
    expect(decodeClientMessage(encodeClientMessage(message), true)).toEqual(message);
  });

  test('equal the recorded frames', () => {
    const sent = textFrames('c');
    expect(sent.length).toBeGreaterThan(5);
    for (const frame of sent) {
      const message = decodeClientMessage(frame, false);
      expect(encodeClientMessage(message)).toBe(frame);
    }
  });

  test('without extensions contain only the text', () => {
    const frame = '{"cancel":true,"summarize":5,"context":"x"}';
    expect(decodeClientMessage(frame, false)).toEqual({ type: 'message', text: '', context: [] });
  });

  test.each([
    '',
    'x',
    'null',
    '[]',
    '5',
    '{"payload":5}',
    '{"payload":{}}',
    '{"summarize":5}',
    JSON.stringify({ summarize: 'x'.repeat(101) }),
    '{"context":{}}',
    '{"context":[5]}',
    '{"context":[{"kind":"other","title":"","text":""}]}',
    '{"context":[{"kind":"output","title":5,"text":""}]}',
    '{"context":[{"kind":"output","title":""}]}',
    JSON.stringify({ context: Array.from({ length: CONTEXTS_MAX + 1 }, () => CONTEXT) }),
    JSON.stringify({ context: [{ ...CONTEXT, text: 'x'.repeat(CONTEXT_CHARS_MAX + 1) }] }),
    JSON.stringify({ context: [{ ...CONTEXT, title: 'x'.repeat(201) }] }),
    JSON.stringify({ payload: 'x'.repeat(MESSAGE_CHARS_MAX + 1) }),
  ])('are refused if invalid: %.60s', (frame) => expect(() => decodeClientMessage(frame, true)).toThrow(WireError));

  test('are refused if truncated at any position', () => {
    for (const message of CLIENT) {
      const frame = encodeClientMessage(message);
      for (let end = 0; end < frame.length; end++)
        expect(() => decodeClientMessage(frame.slice(0, end), true)).toThrow(WireError);
    }
  });
});

describe('frames of a server', () => {
  test('equal the recorded frames', () => {
    const sent = textFrames('s');
    expect(sent.length).toBeGreaterThan(20);
    for (const frame of sent) {
      const { type, created_time: createdAt, payload } = decodeServerMessage(frame);
      expect(encodeServerMessage(type as 'COMMAND', createdAt, payload)).toBe(frame);
      if (type === 'COMMAND') expect(payloads.encodeCommand(payloads.decodeCommand(payload), true)).toBe(payload);
      if (type.includes('PARTIAL')) expect(payloads.encodePartial(payloads.decodePartial(payload))).toBe(payload);
    }
  });

  test.each(['', '[]', '{}', '{"type":5,"payload":""}', '{"type":"COMMAND"}', '{"type":"COMMAND","payload":{}}'])(
    'are refused if invalid: %j',
    (frame) => expect(() => decodeServerMessage(frame)).toThrow(WireError),
  );

  test('state that a message was not stored', () => {
    const frame = encodeServerMessage('CHAT_MESSAGE_ERROR', 't', 'Wait', false);
    expect(frame).toBe('{"type":"CHAT_MESSAGE_ERROR","created_time":"t","payload":"Wait","not_stored":true}\n');
    expect(decodeServerMessage(frame)).toMatchObject({ payload: 'Wait', not_stored: true });
    expect(decodeServerMessage(frame.replace('true', '"x"'))).not.toHaveProperty('not_stored');
  });

  test('are decoded if their type is unknown', () => {
    expect(decodeServerMessage('{"type":"NEW","payload":"x"}')).toEqual({
      type: 'NEW',
      created_time: '',
      payload: 'x',
    });
  });
});

describe('payloads', () => {
  test.each(Object.entries(PAYLOADS))('%s: encoding the decoded payload gives the same text', (_, [text, decode]) => {
    const again = Object.entries(payloads)
      .find(([, found]) => found === decode)![0]
      .replace('decode', 'encode');
    const encode = payloads[again as 'encodeRun'] as (value: unknown, extensions: boolean) => string;
    expect(encode(decode(text), true)).toBe(text);
  });

  test('omit reason and query without extensions', () => {
    const proposal = payloads.decodeCommand(PAYLOADS.command[0]);
    expect(payloads.encodeCommand(proposal, false)).toBe(
      '{"command":"df -h /","nodes":["node-1"],"labels":[{"key":"env","value":"dev"}]}',
    );
  });

  test.each(Object.entries(PAYLOADS))('%s: a truncated payload is refused', (_, [text, decode]) => {
    for (let end = 0; end < text.length; end++) expect(() => decode(text.slice(0, end))).toThrow(WireError);
  });

  test.each(Object.entries(PAYLOADS))(
    '%s: members of a wrong type are ignored or throw WireError',
    (_, [text, decode]) => {
      const json = JSON.parse(text) as Record<string, unknown>;
      for (const key of Object.keys(json))
        for (const wrong of [5, -1, 1e308, null, true, 'x', 'x'.repeat(1e6), [], [null], [[]], {}, { key: 5 }])
          survives(() => decode(JSON.stringify({ ...json, [key]: wrong })));
      for (const wrong of ['null', '[]', '5', '"x"', '{}', '['.repeat(10_000)]) survives(() => decode(wrong));
    },
  );

  test('read a label without a value as a label with an empty value', () => {
    expect(payloads.decodeCommand('{"labels":[{"key":"env"}]}').labels).toEqual([{ key: 'env', value: '' }]);
  });
});

describe('lists', () => {
  const message = { type: 'COMMAND', created_time: 't', payload: '{}' };

  test('skip invalid entries', () => {
    expect(readHistory({ messages: [message, 5, null, { type: 'x' }, { ...message, context: [CONTEXT] }] })).toEqual([
      message,
      { ...message, context: [CONTEXT] },
    ]);
    expect(readConversations({ conversations: [{ id: 'a', title: '', created_time: 't' }, { id: '' }, 5] })).toEqual([
      { id: 'a', created_time: 't' },
    ]);
  });

  test.each([undefined, null, {}, { messages: 5, conversations: {} }])('are empty for %j', (json) => {
    expect(readHistory(json)).toEqual([]);
    expect(readConversations(json)).toEqual([]);
  });
});
