import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fingerprint, judgeHostKey, knownKeyTypes } from './knownHosts.ts';

const KEY = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIHVGwtYHOmJpWzXVZGMvVXIRGZSBFMHTbTqTUrsTkSnC', 'base64');
const OTHER = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIDkXtc1A4lS2mVHvzyOdzCUFZDyhqwUAN7pVR5rqNmRb', 'base64');
const line = (hosts: string, key = KEY) => `${hosts} ssh-ed25519 ${key.toString('base64')} a comment`;
const judge = (text: string, host = 'web-1.test', port = 22) => judgeHostKey(text, host, port, KEY);

describe('a host key is known if the file lists it under the name of the host', () => {
  test.each([
    ['web-1.test', 'web-1.test', 22],
    ['other,web-1.test', 'web-1.test', 22],
    ['WEB-1.test', 'web-1.TEST', 22],
    ['*.test', 'web-1.test', 22],
    ['web-?.test', 'web-1.test', 22],
    ['[web-1.test]:2222', 'web-1.test', 2222],
    ['[::1]:2222', '::1', 2222],
  ])('%s', (hosts, host, port) => expect(judge(line(hosts), host, port)).toEqual({ kind: 'known' }));

  test('as one of several keys', () => {
    expect(judge(`${line('web-1.test', OTHER)}\n${line('web-1.test')}`)).toEqual({ kind: 'known' });
  });
});

test.each([
  ['no lines', ''],
  ['another host', line('web-2.test')],
  ['a dot in place of another character', line('web-1xtest')],
  ['another port', line('[web-1.test]:2222')],
  ['a pattern that excludes it', line('*.test,!web-1.test')],
  ['a comment', `# ${line('web-1.test')}`],
  ['a broken line', 'web-1.test ssh-ed25519'],
])('a key is unknown for a file with %s', (_, text) =>
  expect(judge(text)).toEqual({ kind: 'unknown', authorities: false }),
);

test('another key under the name is reported as changed, with its line', () => {
  expect(judge(`# keys\n${line('web-1.test', OTHER)}`)).toEqual({ kind: 'changed', line: 2 });
});

test('a revoked key is refused even if the file also lists it as known', () => {
  expect(judge(`${line('web-1.test')}\n@revoked ${line('*')}`)).toEqual({ kind: 'revoked', line: 2 });
});

test('certificate authorities are ignored and reported', () => {
  expect(judge(`@cert-authority ${line('*.test')}`)).toEqual({ kind: 'unknown', authorities: true });
});

test('requests the key types that the file lists for the host', () => {
  const rsa = 'web-1.test ssh-rsa AAAAB3NzaC1yc2E=';
  expect(knownKeyTypes(`${rsa}\n${line('web-1.test')}\n@revoked ${line('web-1.test')}`, 'web-1.test', 22)).toEqual([
    'ssh-rsa',
    'ssh-ed25519',
  ]);
});

test('hashed names and fingerprints match those of ssh-keygen', () => {
  const directory = mkdtempSync(join(tmpdir(), 'postern-known-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'known_hosts');
  writeFileSync(file, `${line('[web-1.test]:2222')}\n`);
  const print = execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' });
  execFileSync('ssh-keygen', ['-H', '-f', file], { stdio: 'ignore' });
  const hashed = readFileSync(file, 'utf8');
  expect(hashed).toMatch(/^\|1\|/);
  expect(judge(hashed, 'web-1.test', 2222)).toEqual({ kind: 'known' });
  expect(judge(hashed, 'web-1.test', 22).kind).toBe('unknown');
  expect(print).toContain(fingerprint(KEY));
});
