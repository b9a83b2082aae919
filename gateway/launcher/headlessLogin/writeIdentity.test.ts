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

test('says which logins the certificate does not carry, and why', () => {
  const logins_left_out = [{ login: 'root', reason: 'role dev denies some servers' }];
  expect(write({ logins_left_out })).toContain('Use the console for them:\n  root: role dev denies some servers\n');
  expect(readFileSync(join(dir, 'out', 'id-cert.pub'), 'utf8')).toBe('line\n');
});

test('says nothing of logins where all are in, or where a cluster does not tell', () => {
  expect(write()).not.toContain('these logins');
});

test('lets no name write to the terminal', () => {
  const logins_left_out = [{ login: 'a\u001b[2Jb', reason: 'c\r\nd' }];
  expect(write({ logins_left_out })).toContain('  a\uFFFD[2Jb: c\uFFFD\uFFFDd\n');
});
