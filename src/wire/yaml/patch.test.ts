import { describe, expect, test } from 'vitest';
import { parseYaml, patchYaml, renameYamlKey, withValueAt, type YamlPath } from '../yaml.ts';

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

test.each<[unknown, string]>([
  ['x', 'a: x # why'],
  ['# x', "a: '# x' # why"],
  ['x\ny\n', 'a: | # why\n  x\n  y'],
  [['x'], 'a: [x] # why'],
  [{ x: 1 }, 'a: # why\n  x: 1'],
])('writes %j before the comment of an empty value', (value, expected) => {
  expect(patched(['a'], value, 'a: # why\nb: 1 # other\n')).toBe(`${expected}\nb: 1 # other\n`);
});

test('replaces a note in an empty value, and keeps the comment after the note', () => {
  expect(patched(['a'], 'x', 'a: # entered in the form, not shown # why\n')).toBe('a: x  # why\n');
});

test.each<[string, YamlPath, unknown, string[], string[]]>([
  ['a scalar', ['spec', 'client_id'], 'xyz', ['  client_id: "abc"'], ['  client_id: xyz']],
  ['a scalar before a comment', ['metadata', 'name'], 'hub', ['  name: octo # the name'], ['  name: hub # the name']],
  [
    'an empty value and removes its note',
    ['spec', 'client_secret'],
    'true',
    ['  client_secret: # kept by the server, not shown'],
    ['  client_secret: "true"'],
  ],
  ['a new key', ['spec', 'display'], 'Git Hub', [], ['  display: Git Hub']],
  ['a new top-level key', ['sub_kind'], 'x', [], ['sub_kind: x']],
  [
    'a list of strings',
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
    'an item in flow style',
    ['spec', 'teams_to_roles', 1, 'team'],
    'all',
    ['    - { organization: octo, team: ops, roles: [editor] }'],
    ['    - { organization: octo, team: all, roles: [editor] }'],
  ],
])('writes %s and keeps all other lines', (_, path, value, gone, fresh) => {
  expect(lines(path, value)).toEqual({ gone, new: fresh });
});

test.each<[YamlPath, string[]]>([
  [['spec', 'redirect_url'], ['  redirect_url: https://a.example.test/cb']],
  [['spec', 'teams_to_roles', 1], ['    - { organization: octo, team: ops, roles: [editor] }']],
  [
    ['spec', 'teams_to_roles', 0],
    ['    - organization: octo', '      team: devs', '      roles: [access]'],
  ],
])('removes the value at %j', (path, gone) => expect(lines(path, undefined)).toEqual({ gone, new: [] }));

describe('writes the exact value, also if the format cannot be kept', () => {
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

test('returns nothing for an invalid text', () => {
  expect(patchYaml('a: [', ['a'], 1)).toBeUndefined();
});

describe('keeps a document in JSON', () => {
  const text = '{"spec": {"allow": {"logins": ["a"], "labels": {}}, "name": "x"}}';
  test.each([
    [['spec', 'allow', 'logins'], ['a', 'b'], '["a", "b"]'],
    [['spec', 'allow', 'db_users'], ['a', 'b'], '"db_users": ["a", "b"]'],
    [['spec', 'allow', 'labels'], { env: ['prod'] }, '"labels": {"env": ["prod"]}'],
    [['spec', 'name'], 'yes', '"name": "yes"'],
    [['spec', 'name'], null, '"name": null'],
    [['spec', 'allow'], {}, '"allow": {}'],
  ])('when it sets the value at %j', (path, value, shown) => {
    const after = patchYaml(text, path, value) ?? '';
    expect(after).toContain(shown);
    expect(JSON.parse(after)).toEqual(withValueAt(JSON.parse(text), path, value));
  });

  test('when it renames a key', () => {
    expect(renameYamlKey(text, ['spec', 'name'], 'title')).toBe(text.replace('"name"', '"title"'));
  });

  test('but treats braces with unquoted keys as YAML', () => {
    expect(patchYaml('spec: {logins: ["a"]}\n', ['spec', 'logins', 1], 'b')).toBe('spec: {logins: ["a", b]}\n');
  });
});

describe('moves comments with the item below them', () => {
  const list = 'logins:\n  # for a\n  - a\n  # for b\n  # and why\n  - b\n  # for c\n  - c\n';
  test.each([
    [['logins', 0], list.replace('  # for a\n  - a\n', '')],
    [['logins', 1], list.replace('  # for b\n  # and why\n  - b\n', '')],
    [['logins', 2], list.replace('  # for c\n  - c\n', '')],
  ])('when it removes the item %j', (path, after) => {
    expect(patchYaml(list, path, undefined)).toBe(after);
    expect(patchYaml(list.replaceAll('\n', '\r\n'), path, undefined)).toBe(after.replaceAll('\n', '\r\n'));
  });

  test('but keeps a single comment above the first item with the list', () => {
    expect(patchYaml('a:\n  # all\n  - b\n  - c\n', ['a', 0], undefined)).toBe('a:\n  # all\n  - c\n');
  });

  test('when it inserts an item before a commented item', () => {
    expect(patchYaml(list, ['logins'], ['a', 'x', 'b', 'c'])).toBe(list.replace('  # for b', '  - x\n  # for b'));
  });
});

test.each([
  ['# why\n# by whom\n', '# why\n# by whom\nkind: role\n'],
  ['# why', '# why\nkind: role\n'],
  ['---\r\n# why\r\n', '---\r\n# why\r\nkind: role\r\n'],
  ['', 'kind: role\n'],
])('keeps the comments of a document without content: %j', (text, after) =>
  expect(patched(['kind'], 'role', text)).toBe(after),
);
