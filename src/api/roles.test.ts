import { expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { fetchRows } from './lists.ts';
import { loadRoleDecoder, roleFacts, roleList } from './roles.ts';

vi.mock('./client.ts', () => ({ call: vi.fn() }));

test('lists the kinds and the logins that a role grants', () => {
  const facts = roleFacts({
    version: 'v6',
    metadata: { description: 'On call', labels: { 'teleport.internal/resource-type': 'preset' } },
    spec: {
      allow: {
        node_labels: { env: 'prod' },
        app_labels: {},
        db_labels: { '*': '*' },
        logins: ['root', 'no-login-1234', 7],
        rules: [{ resources: ['user'], verbs: ['list'] }],
      },
    },
  });
  expect(facts).toEqual({
    version: 'v6',
    description: 'On call',
    preset: true,
    grants: ['servers', 'databases', '1 rule'],
    logins: ['root'],
  });
});

test('reads invalid documents as a row without grants', async () => {
  const toRole = await loadRoleDecoder();
  for (const content of ['', '- a\n- b\n', 'spec: [', 'just words'])
    expect(toRole({ id: 'role:x', name: 'x', content })).toMatchObject({ id: 'x', name: 'x', content, grants: [] });
});

test('label expressions grant access to their kinds', () => {
  const allow = { node_labels_expression: 'labels["env"] == "dev"', db_labels_expression: '', app_labels: { a: 'b' } };
  expect(roleFacts({ spec: { allow } }).grants).toEqual(['servers', 'applications']);
});

test('reading a list again parses only changed roles', async () => {
  const content = (login: string) => `metadata: { name: x }\nspec: { allow: { logins: [${login}] } }\n`;
  const first = (await loadRoleDecoder())({ name: 'x', content: content('root') });
  const again = (await loadRoleDecoder())({ name: 'x', content: content('root') });
  expect(again).toEqual(first);
  expect(again.logins).toBe(first.logins);
  expect((await loadRoleDecoder())({ name: 'x', content: content('ann') })).toMatchObject({ logins: ['ann'] });
  expect((await loadRoleDecoder())({ name: 'x', content: content('root') })).toEqual(first);
});

test('drops cached facts of roles that the list no longer has, and keeps those of all its pages', async () => {
  const item = (name: string) => ({
    name,
    content: `metadata: { name: ${name} }\nspec: { allow: { logins: [root] } }\n`,
  });
  const read = async (...parts: string[][]) => {
    for (const [i, names] of parts.entries())
      vi.mocked(call).mockResolvedValueOnce({ items: names.map(item), startKey: i + 1 < parts.length ? `k${i}` : '' });
    const { rows } = await fetchRows(roleList, {}, { limit: 10 });
    return rows.map(({ logins }) => logins);
  };
  const [a, b, c] = await read(['a', 'b'], ['c']);
  const [sameA, sameC] = await read(['a'], ['c']);
  expect([sameA === a, sameC === c]).toEqual([true, true]);
  const [, newB] = await read(['a', 'b'], ['c']);
  expect(newB === b).toBe(false);
});
