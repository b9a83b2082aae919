import { describe, expect, test } from 'vitest';
import { parseYaml, patchYaml, withValueAt, type YamlPath } from '../yaml.ts';

const TEXT = `# who may come in
kind: github
version: v3
metadata:
  name: octo # the name
spec:
  client_id: "abc"
  client_secret: # kept by the server, not shown
  # the callback
  redirect_url: https://a.example.test/cb
  teams_to_roles:
    # the first
    - organization: octo
      team: devs
      roles: [access]
    - { organization: octo, team: ops, roles: [editor] }
`;
const patched = (path: YamlPath, value: unknown, text = TEXT): string => patchYaml(text, path, value) ?? '';
const lines = (path: YamlPath, value: unknown): { gone: string[]; new: string[] } => {
  const [before, after] = [TEXT.split('\n'), patched(path, value).split('\n')];
  return { gone: before.filter((line) => !after.includes(line)), new: after.filter((line) => !before.includes(line)) };
};

test.each<[string, YamlPath, unknown, string[], string[]]>([
  ['a word', ['spec', 'client_id'], 'xyz', ['  client_id: "abc"'], ['  client_id: xyz']],
  ['a word before a comment', ['metadata', 'name'], 'hub', ['  name: octo # the name'], ['  name: hub # the name']],
  [
    'an empty value, with the comment on its being empty',
    ['spec', 'client_secret'],
    'true',
    ['  client_secret: # kept by the server, not shown'],
    ['  client_secret: "true"'],
  ],
  ['a new key', ['spec', 'display'], 'Git Hub', [], ['  display: Git Hub']],
  ['a new key at the top', ['sub_kind'], 'x', [], ['sub_kind: x']],
  [
    'a list of words',
    ['spec', 'teams_to_roles', 0, 'roles'],
    ['access', 'a, b', '{{x}}'],
    ['      roles: [access]'],
    ['      roles: [access, "a, b", \'{{x}}\']'],
  ],
  [
    'an item',
    ['spec', 'teams_to_roles', 2],
    { organization: 'octo', team: '', roles: [] },
    [],
    ['      team: ""', '      roles: []'],
  ],
  [
    'an item in braces',
    ['spec', 'teams_to_roles', 1, 'team'],
    'all',
    ['    - { organization: octo, team: ops, roles: [editor] }'],
    ['    - { organization: octo, team: all, roles: [editor] }'],
  ],
])('writes %s and leaves every other line', (_, path, value, gone, fresh) => {
  expect(lines(path, value)).toEqual({ gone, new: fresh });
});

test.each<[YamlPath, string[]]>([
  [['spec', 'redirect_url'], ['  redirect_url: https://a.example.test/cb']],
  [['spec', 'teams_to_roles', 1], ['    - { organization: octo, team: ops, roles: [editor] }']],
  [
    ['spec', 'teams_to_roles', 0],
    ['    - organization: octo', '      team: devs', '      roles: [access]'],
  ],
])('takes away what stands at %j', (path, gone) => {
  expect(lines(path, undefined)).toEqual({ gone, new: [] });
});

describe('says exactly what was meant, also where little can be kept', () => {
  const values = [
    'x',
    '',
    null,
    true,
    5,
    'a: b',
    '- a',
    '# no',
    'two\nlines',
    "it's",
    [],
    ['a', 'b'],
    [{ a: 1, b: ['c'] }],
    { k: { l: 'm' } },
    {},
  ];
  const texts = [
    TEXT,
    '{"spec": {"client_id": "a", "teams_to_roles": [{"roles": ["x"]}]}}',
    'spec: {client_id: a, teams_to_roles: []}\n',
    'spec:\n  client_id: |\n    several\n    lines\n  teams_to_roles:\n  - roles:\n    - x\n',
    'base: &b {client_id: a}\nspec:\n  <<: *b\n',
    'spec:\n',
    '',
    '\ufeffspec:\r\n  client_id: a\r\n  x: 1\r\n',
    'spec:\n  client_id: a\n---\nspec: other\n',
  ];
  const paths: YamlPath[] = [
    ['spec', 'client_id'],
    ['spec', 'teams_to_roles', 0, 'roles'],
    ['spec', 'new', 'deep'],
    ['top'],
  ];
  test.each(texts)('%j', (text) => {
    const before = parseYaml(text);
    for (const path of paths)
      for (const value of [...values, undefined]) {
        const after = parseYaml(patched(path, value, text));
        expect(before.ok && after.ok && after.value, `${path.join('.')} = ${JSON.stringify(value)}`).toEqual(
          before.ok && withValueAt(before.value, path, value),
        );
      }
  });
});

test('a text that cannot be read is left alone', () => {
  expect(patchYaml('a: [', ['a'], 1)).toBeUndefined();
});
