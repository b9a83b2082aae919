import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { selfSigned } from '../../../tests/support/certificate.ts';
import { makeKey } from './makeKey.mjs';
import { writeIdentity } from './writeIdentity.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-identity-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');
const answer = { cert: base64('line'), tls_cert: base64(selfSigned().cert), host_signers: [] };
const write = (more: object = {}) => writeIdentity(join(dir, 'out'), makeKey(), { ...answer, ...more });

test('lists the logins that the certificate does not contain, with the reason', () => {
  const logins_left_out = [{ login: 'root', reason: 'role dev denies some servers' }];
  expect(write({ logins_left_out })).toContain('Use the console for them:\n  root: role dev denies some servers\n');
  expect(readFileSync(join(dir, 'out', 'id-cert.pub'), 'utf8')).toBe('line\n');
});

test('lists no logins if the answer leaves none out', () => {
  expect(write()).not.toContain('these logins');
});

test('replaces control characters in names', () => {
  const logins_left_out = [{ login: 'a\u001b[2Jb', reason: 'c\r\nd' }];
  expect(write({ logins_left_out })).toContain('  a\uFFFD[2Jb: c\uFFFD\uFFFDd\n');
});
