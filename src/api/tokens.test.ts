import { expect, test } from 'vitest';
import { joinCommands, rolesWithoutCommand } from './tokens.ts';

const commands = (isEmbedded: boolean) => joinCommands('https://e', 'ab12', ['Node', 'Db', 'Kube'], isEmbedded);

test('the command of a server is that of the enrollment, which takes options', () => {
  expect(commands(true)[0]).toBe(`curl -fsSL 'https://e/scripts/ab12/install-node.sh' | sudo sh`);
  expect(commands(false)[0]).toBe(`sudo bash -c "$(curl -fsSL 'https://e/scripts/ab12/install-node.sh')"`);
  expect(commands(true)[1]).toBe(commands(false)[1]);
});

test('roles without a script are known', () => {
  expect(rolesWithoutCommand(['Node', 'Kube', 'WindowsDesktop'])).toEqual(['Kube', 'WindowsDesktop']);
});
