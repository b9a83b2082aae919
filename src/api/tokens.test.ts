import { expect, test } from 'vitest';
import { joinCommand } from './tokens.ts';

const command = (role: string, isEmbedded: boolean) => joinCommand('https://e', 'ab12', role, isEmbedded);

test('the command of a server is that of the enrollment, which takes options', () => {
  expect(command('Node', true)).toBe(`curl -fsSL 'https://e/scripts/ab12/install-node.sh' | sudo sh`);
  expect(command('Node', false)).toBe(`sudo bash -c "$(curl -fsSL 'https://e/scripts/ab12/install-node.sh')"`);
  expect(command('Db', false)).toBe(`sudo bash -c "$(curl -fsSL 'https://e/scripts/ab12/install-database.sh')"`);
});

test('a role without a script has no command', () => expect(command('Kube', false)).toBeUndefined());
