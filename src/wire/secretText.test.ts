import { describe, expect, test } from 'vitest';
import { KEPT_NOTE } from './documentSecrets.ts';
import { fillSecrets, hideSecrets, secretsIn } from './secretText.ts';
import { parseYaml } from './yaml.ts';

const PATHS = [
  ['spec', 'client_secret'],
  ['spec', 'mfa', 'client_secret'],
];
const hide = (text: string) => hideSecrets(text, PATHS, KEPT_NOTE);

test('replaces the value with a note and keeps the other text', () => {
  expect(hide('# mine\nspec:\n  client_secret: "s3 cret"  # old\n  display: Hub\n')).toBe(
    '# mine\nspec:\n  client_secret: # kept by the server, not shown  # old\n  display: Hub\n',
  );
  expect(hide("spec:\n  client_secret: ''\n")).toBe('spec:\n  client_secret: # kept by the server, not shown\n');
});

test('a document without a secret is unchanged', () => {
  expect(hide('spec:\n  display: Hub\n')).toBe('spec:\n  display: Hub\n');
});

test('hiding is idempotent', () => {
  const once = hide('spec:\n  client_secret: abcdef\n');
  expect(hide(once)).toBe(once);
});

describe('hides the value in every YAML notation', () => {
  const SECRET = 'topsecret-value';
  test.each([
    `spec: {client_secret: ${SECRET}, display: Hub}\n`,
    `{"spec": {"client_secret": "${SECRET}", "mfa": {"client_secret": "${SECRET}"}}}`,
    `spec:\n  client_secret: |\n    ${SECRET}\n    more ${SECRET}\n  display: Hub\n`,
    `spec:\n  client_secret: >-\n    ${SECRET}\n`,
    `spec:\n  client_secret:\n    ${SECRET}\n  mfa:\n    client_secret: '${SECRET}'\n`,
    `spec:\n  client_secret: &a ${SECRET}\n`,
    `spec:\n  client_secret: ["${SECRET}"]\n  display: Hub\n`,
    `spec:\r\n  client_secret: ${SECRET}\r\n  display: Hub\r\n`,
    // These texts cannot be parsed.
    `spec:\n  client_secret: ${SECRET}\n bad: [\n`,
    `spec: {client_secret: ${SECRET}`,
    `spec:\n  client_secret: |\n    ${SECRET}\n bad: [\n`,
    `spec:\n  client_secret:\n    ${SECRET}\n bad: [\n`,
  ])('%j', (text) => {
    const hidden = hide(text);
    expect(hidden).not.toContain(SECRET);
    const [before, after] = [parseYaml(text), parseYaml(hidden)];
    expect(after.ok).toBe(before.ok);
    if (before.ok && after.ok)
      expect(JSON.stringify(after.value).includes('Hub')).toBe(JSON.stringify(before.value).includes('Hub'));
  });
});

test('fills hidden secrets back in', () => {
  const text = 'spec:\n  client_secret: abcdef # c\n  display: Hub\n';
  const secrets = secretsIn(text, PATHS);
  expect(secrets).toEqual([{ path: ['spec', 'client_secret'], value: 'abcdef' }]);
  expect(parseYaml(fillSecrets(hide(text), secrets))).toEqual(parseYaml(text));
  expect(secretsIn(hide(text), PATHS)).toEqual([]);
});
