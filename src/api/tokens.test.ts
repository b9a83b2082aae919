// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { joinCommand, readToken } from './tokens.ts';

const command = (role: string, isEmbedded: boolean) => joinCommand('https://e', 'ab12', role, isEmbedded);

test('the command of a server is the enrollment command, which accepts options', () => {
  expect(command('Node', true)).toBe(`curl -fsSL 'https://e/scripts/ab12/install-node.sh' | sudo sh`);
  expect(command('Node', false)).toBe(`sudo bash -c "$(curl -fsSL 'https://e/scripts/ab12/install-node.sh')"`);
  expect(command('Db', false)).toBe(`sudo bash -c "$(curl -fsSL 'https://e/scripts/ab12/install-database.sh')"`);
});

test('a role without a script has no command', () => expect(command('Kube', false)).toBeUndefined());

test.each([
  ['', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['2030-01-31T12:00:00Z', new Date('2030-01-31T12:00:00Z')],
])('a token with the expiry %j is valid until %s', async (end, expires) => {
  const content = `kind: token\nversion: v2\nmetadata: { name: a, expires: "${end}" }\nspec: { roles: [Node] }\n`;
  expect((await readToken({ name: 'a', content })).expires).toEqual(expires);
});
