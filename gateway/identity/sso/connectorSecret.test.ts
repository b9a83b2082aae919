import { expect, test } from 'vitest';
import { parseYaml } from '../../../src/wire/yaml.ts';
import { hideSecret, secretOf, withSecret } from './connectorSecret.ts';

const read = (text: string): unknown => {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};
const hide = (text: string) => hideSecret(text, read(text));

test.each([
  [
    'spec:\n  client_secret: hunter2-long # rotate in May\n  display: X\n',
    'spec:\n  client_secret: "" # rotate in May\n  display: X\n',
  ],
  ["spec: { client_id: a, client_secret: 'it''s' }\n", 'spec: { client_id: a, client_secret: "" }\n'],
  ['{"spec":{"client_secret":"a\\"b","client_id":"c"}}', '{"spec":{"client_secret":"","client_id":"c"}}'],
  [
    '# who\nspec:\n  "client_secret":   "abcdefgh"   \n\n# end\n',
    '# who\nspec:\n  "client_secret":   ""   \n\n# end\n',
  ],
  ['\ufeffspec:\r\n  client_secret: abc\r\n  display: ünï\r\n', 'spec:\r\n  client_secret: ""\r\n  display: ünï\r\n'],
])('%j becomes %j', (text, expected) => {
  expect(hide(text)).toEqual({ ok: true, content: expected });
});

test.each(['spec:\n  client_id: a\n', 'spec:\n  client_secret: ""\n', 'spec: {}\n', 'kind: x\n'])(
  '%j has nothing to hide',
  (text) => {
    expect(hide(text)).toEqual({ ok: true, content: text });
  },
);

test.each([
  'spec:\n  client_secret: |\n    abcdefghij\n  display: x\n',
  'spec:\n  client_secret: &s abcdefghij\n  display: *s\n',
  'base: &b { client_secret: abcdefghij }\nspec: { <<: *b }\n',
  '# was abcdefghij\nspec:\n  client_secret: abcdefghij\n',
])('%j is refused rather than sent out with its secret', (text) => {
  expect(hide(text)).toMatchObject({ ok: false });
});

test('the secret of a document is read and replaced', () => {
  const document = read('spec: { client_secret: a, display: b }');
  expect(secretOf(document)).toBe('a');
  expect(withSecret(document, 'c')).toEqual({ spec: { client_secret: 'c', display: 'b' } });
  expect(secretOf(read('kind: github'))).toBe('');
  expect(withSecret(read('kind: github'), 'c')).toEqual({ kind: 'github' });
});
