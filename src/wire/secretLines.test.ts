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

test('a block goes with all of its lines', () => {
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
])('%j loses the value and nothing else', (text, hidden) => {
  expect(hide(text + MISTAKE)).toEqual({ text: hidden + MISTAKE, isSure: true });
});

test('a JSON text of one line keeps what stands behind the secret', () => {
  expect(hide(`{"spec": {"client_secret": "${SECRET}",, "display": "Hub"}, "version": "v3"}`)).toEqual({
    text: '{"spec": {"client_secret": "",, "display": "Hub"}, "version": "v3"}',
    isSure: true,
  });
});

test('comments and other values stay', () => {
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
])('of %j no draft is kept, and nothing is shown of it', (text) => {
  expect(textForDraft(text + MISTAKE, PATHS, KEPT_NOTE)).toBeUndefined();
  expect(hideSecrets(text + MISTAKE, PATHS, KEPT_NOTE)).not.toContain(SECRET);
});

test('a private key that stands elsewhere is not kept, with and without a mistake', () => {
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
])('of a kubeconfig that was pasted outside of its value no draft is kept: %j', (line) => {
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
])('a draft is kept of %j', (line) => {
  expect(textForDraft(`spec:\n  ${line}\n`, [['spec', 'kubeconfig']], KEPT_NOTE)).toContain(line);
});

test('a kind without secrets is kept as it is', () => {
  expect(textForDraft(`token: ${SECRET}\n${MISTAKE}`, [], KEPT_NOTE)).toBe(`token: ${SECRET}\n${MISTAKE}`);
});

test('a long text with many keys is read in a moment', () => {
  const text = 'token: a\n'.repeat(50_000) + 'x: [' + ' '.repeat(100_000);
  const spentMs = cpuClock();
  hide(text);
  expect(spentMs()).toBeLessThan(2000);
});

test('a text with more keys than any document has is not searched to its end', () => {
  const keys = (count: number) => hide(`{${'token: a, '.repeat(count)}b: [`).isSure;
  expect([keys(100), keys(101)]).toEqual([true, false]);
});
