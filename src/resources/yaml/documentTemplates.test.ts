import { expect, test } from 'vitest';
import { ENTER_NOTE } from '../../wire/documentSecrets.ts';
import { readTemplates } from './documentTemplates.ts';

const read = (file: string) => readTemplates(file, 'https://east.example.test:8443');

test('splits a file into templates with label and description', () => {
  expect(read('# Plain\n# Nothing else\nkind: a\n---\n# Full\n# All of it\n# A comment\nkind: b\n')).toEqual([
    { label: 'Plain', text: 'Nothing else', content: 'kind: a\n' },
    { label: 'Full', text: 'All of it', content: '# A comment\nkind: b\n' },
  ]);
});

test('fills the placeholders of a template', () => {
  const [{ content }] = read('# A\n# B\nurl: <ORIGIN>/x\nhost: <HOST>\nsecret: <ENTER>\nid: <UUID>\nother: <UUID>\n');
  expect(content).toContain('url: https://east.example.test:8443/x\nhost: east.example.test\n');
  expect(content).toContain(`secret: ${ENTER_NOTE}\n`);
  const ids = [...content.matchAll(/: ([0-9a-f-]{36})$/gm)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});

test('each new join token has a random name', async () => {
  const { default: file } = await import('../../descriptors/templates/token.yaml?raw');
  const name = () => /name: (.+)/.exec(read(file)[0].content)?.[1] ?? '';
  expect(name().length).toBeGreaterThanOrEqual(32);
  expect(name()).not.toBe(name());
});

test.each(['', '# Only a label\nkind: a\n', 'kind: a\n', '# A\n# B\n', '# A\n# B\nkind: a\n---\nkind: b\n'])(
  'rejects a file without labels and descriptions: %j',
  (file) => expect(() => read(file)).toThrow(TypeError),
);
