import { expect, test } from 'vitest';
import { parsedYaml } from '../../tests/support/parsed.ts';
import { CONNECTOR_SECRETS } from '../../src/wire/connectors.ts';
import { patchYaml } from '../../src/wire/yaml.ts';
import { hideSecrets, restoreSecrets } from './secrets.ts';
import type { Texts } from './texts.ts';

const { github, oidc } = CONNECTOR_SECRETS;

const patch: Texts['patch'] = async (text, ...changes) =>
  changes.reduce<string | undefined>((now, { path, value }) => now && patchYaml(now, path, value), text);
const hide = (text: string) => hideSecrets(oidc, text, parsedYaml(text), patch);

test.each([
  [
    'spec:\n  client_secret: hunter2 # rotate in May\n  display: X\n',
    'spec:\n  client_secret: "" # rotate in May\n  display: X\n',
  ],
  ["spec: { client_id: a, client_secret: 'it''s' }\n", 'spec: { client_id: a, client_secret: "" }\n'],
  ['{"spec":{"client_secret":"a\\"b","client_id":"c"}}', '{"spec":{"client_secret":"","client_id":"c"}}'],
  ['# who\nspec:\n  "client_secret":   "abcdefgh"\n\n# end\n', '# who\nspec:\n  "client_secret":   ""\n\n# end\n'],
])('%j becomes %j', async (text, expected) => {
  expect(await hide(text)).toEqual({ ok: true, content: expected });
});

test.each([
  'spec:\n  client_id: a\n',
  'spec:\n  client_secret: ""\n',
  'spec:\n  client_secret:\n',
  'spec: {}\n',
  'a: b',
])('%j is not changed', async (text) => {
  expect(await hide(text)).toEqual({ ok: true, content: text });
});

test.each([
  'spec:\n  client_secret: |\n    abcdefghij\n  display: x\n',
  'base: &b { client_secret: abcdefghij }\nspec: { <<: *b }\n',
  'spec:\n  client_secret: &s abcdefghij\n  display: *s\n',
  '# was abcdefghij\nspec:\n  client_secret: abcdefghij\n',
  'spec:\n  client_secret: abcdefghij\n---\nspec:\n  client_secret: abcdefghij\n',
  'spec: { mfa: { client_secret: abcdefghij }, client_secret: abcdefghij }\n',
])('the secret is removed from %j, or the text is refused', async (text) => {
  const hidden = await hide(text);
  if (hidden.ok) expect(hidden.content).not.toContain('abcdefghij');
  else expect(hidden.message).toMatch(/^spec\.client_secret: the secret occurs a second time in the text/);
});

test('an update without a secret gets the stored one at each of its paths', () => {
  const stored = parsedYaml('spec: { client_secret: a, mfa: { client_secret: b } }');
  expect(
    restoreSecrets(oidc, parsedYaml('spec: { client_secret: "", mfa: { enabled: true }, display: x }'), stored),
  ).toEqual({
    document: { spec: { client_secret: 'a', mfa: { enabled: true, client_secret: 'b' }, display: 'x' } },
    kept: true,
  });
  expect(restoreSecrets(oidc, parsedYaml('spec: { display: x }'), stored)).toEqual({
    document: { spec: { client_secret: 'a', display: 'x' } },
    kept: true,
  });
  const changed = parsedYaml('spec: { client_secret: c }');
  expect(restoreSecrets(oidc, changed, stored)).toEqual({ document: changed, kept: false });
  expect(restoreSecrets(github, parsedYaml('spec: {}'), parsedYaml('spec: {}'))).toEqual({
    document: { spec: {} },
    kept: false,
  });
});
