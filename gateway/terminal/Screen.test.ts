import { beforeEach, expect, test } from 'vitest';
import { fromUtf8, utf8 } from '../../src/lib/encoding.ts';
import { decodeEnvelope } from '../../src/wire/envelope.ts';
import type { Participant } from './Participant.ts';
import type { SessionMember } from './sessionMember.ts';
import { Screen } from './Screen.ts';

let screen: Screen;
let seen: string[];
let recorded: string;
const member = {
  participant: {
    send: (frame: Uint8Array) => void seen.push(fromUtf8(decodeEnvelope(frame).payload)),
  } as unknown as Participant,
  mode: 'peer',
  isOpener: true,
  lastActiveMs: 0,
  stopWatching: () => undefined,
} satisfies SessionMember;

beforeEach(() => {
  seen = [];
  recorded = '';
  screen = new Screen((output) => (recorded += fromUtf8(output)));
  screen.enter(member);
  screen.turnOn();
});
const print = (text: string) => {
  screen.push(utf8(text));
  screen.flush();
};

test('holds output back until it is turned on', () => {
  screen = new Screen(() => undefined);
  print('early');
  screen.enter(member);
  expect(seen).toEqual([]);
  screen.turnOn();
  screen.flush();
  expect(seen).toEqual(['early']);
});

test('a message of the gateway starts a new line', () => {
  screen.writeLine('one');
  print('$ ');
  screen.writeLine('two');
  screen.writeLine('three');
  expect(seen).toEqual(['Postern > one\r\n', '$ ', '\r\n', 'Postern > two\r\n', 'Postern > three\r\n']);
  expect(recorded).toBe(seen.join(''));
});

test('replaces control characters in messages of the gateway', () => {
  screen.writeLine('up\u001b]0;x\u0007 \u009b31m\r\n\u202edown');
  expect(seen).toEqual(['Postern > up\ufffd]0;x\ufffd \ufffd31m\ufffd\ufffd\ufffddown\r\n']);
});

test('a hold shows messages at once, the last 10 000 bytes on release, and records everything', () => {
  print('before');
  screen.hold();
  for (let i = 0; i < 3000; i++) print(`${String(i).padStart(98, '.')}\r\n`);
  print('€'.repeat(10));
  expect(seen).toEqual(['before']);
  screen.writeLine('paused');
  expect(seen.splice(0)).toEqual(['before', '\r\n', 'Postern > paused\r\n']);
  screen.release();
  const shown = seen.splice(0).join('');
  expect(utf8(shown).length).toBeLessThanOrEqual(10_000);
  expect(utf8(shown).length).toBeGreaterThan(9_900);
  expect(shown.endsWith(`2999\r\n${'€'.repeat(10)}`)).toBe(true);
  expect(recorded.length).toBe('before'.length + 3000 * 100 + 10 + '\r\nPostern > paused\r\n'.length);
  print('after');
  expect(seen).toEqual(['after']);
});

test('a release shows the last 10 000 bytes of one long output', () => {
  screen.hold();
  print('x'.repeat(1_000_000));
  screen.release();
  expect(seen.join('')).toBe('x'.repeat(10_000));
});
