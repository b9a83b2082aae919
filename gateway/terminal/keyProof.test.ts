import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import type { KeyQuestion } from '../identity/credentials.ts';
import { proveByKey } from './keyProof.ts';
import { Participant } from './Participant.ts';

class FakeSocket extends EventEmitter {
  bufferedAmount = 0;
  paused = false;
  sent = 0;
  send = () => {
    this.sent++;
  };
  pause = () => void (this.paused = true);
  resume = () => void (this.paused = false);
  terminate = () => undefined;
  close = () => undefined;
  receive = (frame: Uint8Array, isBinary = true) => void this.emit('message', Buffer.from(frame), isBinary);
}

function scene() {
  const socket = new FakeSocket();
  const info = { user: 'kay', roles: [], loginId: 'l', remoteAddr: 'a:1', limits: { idleMs: 0 } };
  const participant = new Participant(socket as unknown as WebSocket, info, 1e6);
  const question: KeyQuestion = {
    kind: 'question',
    challenge: { webauthn_challenge: null, totp_challenge: false },
    judge: () => Promise.resolve({ ok: true, device: { id: 'device-1' } as never }),
  };
  const prove = (waitMs?: number) => proveByKey({ keyQuestion: () => question }, participant, waitMs);
  return { socket, participant, prove };
}

test('fails if no answer arrives in time', async () => {
  const { socket, participant, prove } = scene();
  await expect(prove(1)).rejects.toThrow('not used in time');
  expect([socket.sent, socket.paused]).toEqual([1, true]);
  participant.dismiss({ kind: 'silent' });
});

test('fails if the socket closes', async () => {
  const { socket, prove } = scene();
  const proof = prove();
  socket.emit('close');
  await expect(proof).rejects.toThrow();
});

test('fails on a text frame', async () => {
  const { socket, participant, prove } = scene();
  const proof = prove();
  socket.receive(Buffer.from('{}'), false);
  await expect(proof).rejects.toThrow('MFA response validation failed');
  participant.dismiss({ kind: 'silent' });
});

test('fails on an answer of more than 64 KiB', async () => {
  const { socket, participant, prove } = scene();
  const proof = prove();
  socket.receive(encodeEnvelope('n', `{"more":"${'x'.repeat(64 * 1024)}"}`, 'client'));
  await expect(proof).rejects.toThrow('MFA response validation failed: the answer is longer than 65536 bytes');
  participant.dismiss({ kind: 'silent' });
});

test('stores the device of the answer for locks, and queues the frames after it for the shell', async () => {
  const { socket, participant, prove } = scene();
  const proof = prove();
  socket.receive(encodeEnvelope('r', '{}', 'client'));
  socket.receive(encodeEnvelope('r', 'typed', 'client'));
  await proof;
  expect(participant.info.mfaDevice).toBe('device-1');
  expect(socket.paused).toBe(true);
  const typed: string[] = [];
  const ignore = () => undefined;
  participant.attend({
    input: (bytes) => void typed.push(Buffer.from(bytes).toString()),
    ...{ resize: ignore, fileRequest: ignore, fileDecision: ignore, stalled: ignore, pressure: ignore, leave: ignore },
  });
  await Promise.resolve();
  expect(typed).toEqual(['typed']);
  participant.dismiss({ kind: 'silent' });
});
