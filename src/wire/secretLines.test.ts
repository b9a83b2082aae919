import { expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { KEPT_NOTE } from './documentSecrets.ts';
import { hideByKeys } from './secretLines.ts';
import { hideSecrets, textForDraft } from './secretText.ts';

const SECRET = 'topsecret-value';
const PATHS = ['client_secret', 'google_service_account', 'kubeconfig', 'token'].map((key) => ['spec', key]);
const NAMES = PATHS.map((path) => path.at(-1) ?? '');
const MISTAKE = '  bad: [\n';
const hide = (text: string) => hideByKeys(text, NAMES, KEPT_NOTE);

test('removes a block scalar with all its lines', () => {
  const text = `spec:\n  google_service_account: |\n    {"private_key": "${SECRET}",\n\n     "b": "${SECRET}"}\n  display: Hub\n${MISTAKE}`;
  expect(hide(text)).toEqual({
    text: `spec:\n  google_service_account: ${KEPT_NOTE}\n  display: Hub\n${MISTAKE}`,
    isSure: true,
  });
});

test.each([
  [`spec:\n  kubeconfig: |-\n    a: ${SECRET}\n`, `spec:\n  kubeconfig: ${KEPT_NOTE}\n`],
  [`spec:\n  client_secret:\n    ${SECRET}\n`, `spec:\n  client_secret: ${KEPT_NOTE}\n`],
  [`spec:\n  client_secret: # mine\n    ${SECRET}\n`, 'spec:\n  client_secret: # mine\n'],
  [`spec:\n  client_secret: "${SECRET}\n    ${SECRET}"\n`, `spec:\n  client_secret: ${KEPT_NOTE}\n`],
  [`spec:\n  client_secret: ${SECRET}\n    ${SECRET}\n`, `spec:\n  client_secret: ${KEPT_NOTE}\n`],
  [`spec:\n  client_secret: [\n    ${SECRET}\n  ]\n`, `spec:\n  client_secret: ${KEPT_NOTE}\n  ]\n`],
  [`spec:\r\n  client_secret: ${SECRET}  # old\r\n`, `spec:\r\n  client_secret: ${KEPT_NOTE}  # old\r\n`],
  [`spec:\n  client_secret:${SECRET}\n`, `spec:\n  client_secret: ${KEPT_NOTE}\n`],
  [`  spec: client_secret: ${SECRET}\n`, `  spec: client_secret: ${KEPT_NOTE}\n`],
])('removes only the secret from %j', (text, hidden) => {
  expect(hide(text + MISTAKE)).toEqual({ text: hidden + MISTAKE, isSure: true });
});

test('keeps the text after the secret in one-line JSON', () => {
  expect(hide(`{"spec": {"client_secret": "${SECRET}",, "display": "Hub"}, "version": "v3"}`)).toEqual({
    text: '{"spec": {"client_secret": "",, "display": "Hub"}, "version": "v3"}',
    isSure: true,
  });
});

test('keeps comments and other values', () => {
  const text = `# the token: ask Anna in room 12\nlabels: {token: rotated, owner: anna}\nnote: a token of mine\n${MISTAKE}`;
  expect(hide(text).text).toBe(text.replace('rotated', '""'));
  expect(hide(text).isSure).toBe(true);
});

test.each([
  `spec:\n  google_service_account: |\n{\n"a": "${SECRET}"\n}\n`,
  `spec:\n  client_secret:\n${SECRET}\n`,
  `spec:\n  client_secret: "${SECRET}\n  display: "Hub"\n`,
  `{"spec": {"client_secret": "${SECRET}, "display": "Hub"}}`,
  `{"spec": {"client_secret": {"a": 1, "b": "${SECRET}"`,
  `spec: {client_secret: a,${SECRET}}\n`,
  `spec:\n  client_secret: first\n${SECRET}\n`,
  `spec:\n  client_secret ${SECRET}\n`,
  `spec:\n  client_secret = ${SECRET}\n`,
])('stores no draft of %j, and hides its secrets', (text) => {
  expect(textForDraft(text + MISTAKE, PATHS, KEPT_NOTE)).toBeUndefined();
  expect(hideSecrets(text + MISTAKE, PATHS, KEPT_NOTE)).not.toContain(SECRET);
});

test('stores no draft with a private key outside a secret field, also if the text is invalid', () => {
  const key = '-----BEGIN PRIVATE KEY-----';
  expect(
    textForDraft(`spec:\n  google_service_account: |\n    {\n"private_key": "${key}"\n`, PATHS, KEPT_NOTE),
  ).toBeUndefined();
  expect(
    textForDraft(`spec:\n  kubeconfig: |\n    a: 1\nusers:\n- client-key-data: ${SECRET}\n`, PATHS, KEPT_NOTE),
  ).toBeUndefined();
});

test.each([
  `    token: ${SECRET}`,
  `    password: "my pass phrase"`,
  `    "token": "${SECRET}"`,
  `  user: {token: ${SECRET}}`,
  `    access-token: x`,
  `    client-secret: ${SECRET}`,
  `    token: |\n      ${SECRET}`,
])('stores no draft of a kubeconfig pasted outside its field: %j', (line) => {
  const only = [['spec', 'kubeconfig']];
  const pasted = `spec:\n  kubeconfig: |\n    a: 1\nusers:\n- name: ci\n  user:\n${line}\n`;
  expect(textForDraft(pasted, only, KEPT_NOTE)).toBeUndefined();
  expect(textForDraft(pasted + MISTAKE, only, KEPT_NOTE)).toBeUndefined();
});

test.each([
  'token: # kept by the server',
  "password: ''",
  'token:',
  'password_file: /run/x',
  'description: a token: b',
])('stores a draft of %j', (line) => {
  expect(textForDraft(`spec:\n  ${line}\n`, [['spec', 'kubeconfig']], KEPT_NOTE)).toContain(line);
});

test('stores a draft of a kind without secrets unchanged', () => {
  expect(textForDraft(`token: ${SECRET}\n${MISTAKE}`, [], KEPT_NOTE)).toBe(`token: ${SECRET}\n${MISTAKE}`);
});

test('reads a long text with many keys quickly', () => {
  const text = 'token: a\n'.repeat(50_000) + 'x: [' + ' '.repeat(100_000);
  const spentMs = cpuClock();
  hide(text);
  expect(spentMs()).toBeLessThan(2000);
});

test('stops the search after more keys than a document can have', () => {
  const keys = (count: number) => hide(`{${'token: a, '.repeat(count)}b: [`).isSure;
  expect([keys(100), keys(101)]).toEqual([true, false]);
});
