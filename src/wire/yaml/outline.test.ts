import { describe, expect, test } from 'vitest';
import { nodeAt, outlineYaml, pathAt, type YamlPath } from '../yaml.ts';

const TEXT = `kind: role
spec:
  allow:
    logins: [root, 'deploy']
    rules:
      - resources: [event]
        verbs: [list, raed]
      -
        verbs:
  deny: {}
`;
const root = outlineYaml(TEXT)!;
const cut = ({ start, end }: { start: number; end: number }) => TEXT.slice(start, end);

describe('finds the position of each value and key', () => {
  test.each<[YamlPath, string, string | undefined]>([
    [['kind'], 'role', 'kind'],
    [['spec', 'allow', 'logins', 1], "'deploy'", undefined],
    [['spec', 'allow', 'rules', 0, 'verbs', 1], 'raed', undefined],
    [['spec', 'allow', 'rules', 0, 'verbs'], '[list, raed', 'verbs'],
    [['spec', 'allow', 'rules', 1, 'verbs'], '', 'verbs'],
    [['spec', 'deny'], '', 'deny'],
  ])('%j', (path, value, key) => {
    const node = nodeAt(root, path)!;
    expect(cut(node)).toBe(value);
    expect(node.key && cut(node.key)).toBe(key);
  });
});

test.each<[string, YamlPath]>([
  ['kind', ['kind']],
  ['role', ['kind']],
  ['logins', ['spec', 'allow', 'logins']],
  ['root', ['spec', 'allow', 'logins', 0]],
  ['deploy', ['spec', 'allow', 'logins', 1]],
  ['raed', ['spec', 'allow', 'rules', 0, 'verbs', 1]],
  ['verbs:\n', ['spec', 'allow', 'rules', 1, 'verbs']],
  ['deny', ['spec', 'deny']],
  ['{}', ['spec', 'deny']],
])('the path at %j is %j', (piece, path) => expect(pathAt(root, TEXT.indexOf(piece))).toEqual(path));

test('returns no node for a path that does not exist', () => {
  for (const path of [['nothing'], ['kind', 0], ['spec', 'allow', 'logins', 2], ['spec', 'allow', 'logins', '0']])
    expect(nodeAt(root, path)).toBeUndefined();
});

test('supports keys that are not scalars', () => {
  expect(nodeAt(outlineYaml('? [a, b]\n: c\nd: e\n')!, ['d'])).toMatchObject({ start: 16, end: 17 });
});

test('an alias has a position, but the values inside it do not', () => {
  const shared = outlineYaml('a: &x {b: 1}\nc: *x\n')!;
  expect(nodeAt(shared, ['c'])).toMatchObject({ start: 16, end: 18 });
  expect(nodeAt(shared, ['c', 'b'])).toBeUndefined();
});

test('an empty text has a root without parts, and an invalid text has no root', () => {
  expect(outlineYaml('# nothing\n')?.parts).toBeUndefined();
  expect(outlineYaml('a: [')).toBeUndefined();
});
