import { expect, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope } from '../../src/wire/envelope.ts';
import { StoreError } from '../store/storeError.ts';
import { closeFrameReason, closeFrames, refusal, type CloseReason } from './closeReason.ts';
import { TargetError } from './target.ts';

const NOW = new Date('2026-11-21T05:12:59.9Z');
const CLOSING = 'the connection was closed on the remote side at  21 Nov 26 05:12 UTC\n';
const textOf = (closeReason: CloseReason) =>
  closeFrames(closeReason, NOW).map((frame) => {
    const { type, payload } = decodeEnvelope(frame);
    return [type, fromUtf8(payload)];
  });

test('the frames of every close reason are those of the contract', () => {
  expect(textOf({ kind: 'over' })).toEqual([
    ['r', CLOSING],
    ['c', ''],
  ]);
  expect(textOf({ kind: 'input-error' })).toEqual([
    ['r', '\r\nError copying data to remote peer\r\n'],
    ['r', CLOSING],
    ['c', ''],
  ]);
  expect(textOf({ kind: 'status', status: 3 })).toEqual([['r', 'Process exited with status 3']]);
  expect(textOf({ kind: 'lost' })).toEqual([['r', 'wait: remote command exited without exit status or exit signal']]);
  expect(textOf({ kind: 'locked', text: 'lock targeting Login:"root" is in force' })).toEqual([
    ['r', '\r\nlock targeting Login:"root" is in force\r\n'],
    ['r', 'wait: remote command exited without exit status or exit signal'],
  ]);
  expect(textOf({ kind: 'refused', text: 'one\ntwo\r\nthree' })).toEqual([['r', 'one\r\ntwo\r\nthree']]);
  expect(textOf({ kind: 'silent' })).toEqual([]);
});

test.each(['locked', 'signed-out', 'refused'] as const)('replaces control characters in the text of %s', (kind) => {
  const [frame] = textOf({ kind, text: 'a\u001b[2J\u009b2J\u202eb\nc' });
  expect(frame?.[1]?.trim()).toBe('a\ufffd[2J\ufffd2J\ufffdb\r\nc');
});

test('the closing frame has an empty payload', () => {
  expect(closeFrames({ kind: 'over' }, NOW)[1]).toHaveLength(6);
});

test('the websocket close frame repeats a reason that the output has only as text, cut to fit', () => {
  expect(closeFrameReason({ kind: 'refused', text: '\nDisconnected: idle for 20s.\n' })).toBe(
    'Disconnected: idle for 20s.',
  );
  expect(closeFrameReason({ kind: 'status', status: 255, text: 'carol ended the session' })).toBe(
    'carol ended the session',
  );
  expect(closeFrameReason({ kind: 'status', status: 3 })).toBe('');
  expect(closeFrameReason({ kind: 'over' })).toBe('');
  expect(Buffer.byteLength(closeFrameReason({ kind: 'refused', text: 'é'.repeat(200) }))).toBe(122);
});

test('the text for a shell that cannot start is the reason of the target, a full disk, or a general text', () => {
  const textOf = (error: unknown) => {
    const reason = refusal(error);
    return reason.kind === 'refused' && reason.text;
  };
  expect(textOf(new TargetError('node-1 cannot be reached.'))).toBe('node-1 cannot be reached.');
  const full = 'The shell could not be started: the disk of the gateway is full.';
  expect(textOf(Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC' }))).toBe(full);
  expect(textOf(new StoreError('could not write to the database: the disk is full. Nothing was changed'))).toBe(full);
  const otherwise = 'The shell could not be started. See the gateway’s log for the reason.';
  expect(textOf(Object.assign(new Error('EACCES: /var/lib/postern'), { code: 'EACCES' }))).toBe(otherwise);
});
