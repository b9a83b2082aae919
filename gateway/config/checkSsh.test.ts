import { expect, test } from 'vitest';
import { checkSsh, missingSshFiles } from './checkSsh.ts';

const node = (connect: object) => ({ inventory: [{ kind: 'node' as const, connect }] });

test('accepts a file without SSH settings', () => {
  expect(checkSsh({})).toBeUndefined();
  expect(missingSshFiles({}, '/etc/postern')).toEqual([]);
});

test.each([
  [{ ssh: { passphrase_env: 'P' } }, 'ssh.passphrase_env has no effect without identity_file beside it'],
  [
    node({ identity_file: 'k', passphrase_env: 'P', passphrase_file: 'p' }),
    'inventory[0].connect has passphrase_file and passphrase_env. Set only one',
  ],
  [
    node({ jump: [{ host: 'b', passphrase_file: 'p' }] }),
    'inventory[0].connect.jump[0].passphrase_file has no effect without identity_file beside it',
  ],
])('refuses %j', (config, message) => {
  expect(checkSsh(config)?.message).toBe(message);
});

test('reports missing files and variables with the resolved path', () => {
  const config = node({ identity_file: 'keys/none', passphrase_env: 'POSTERN_NO_SUCH_VARIABLE', known_hosts: '/etc' });
  expect(missingSshFiles(config, '/etc/postern')).toEqual([
    'inventory[0].connect.identity_file: the file /etc/postern/keys/none does not exist',
    'inventory[0].connect.passphrase_env: the environment variable POSTERN_NO_SUCH_VARIABLE is not set',
  ]);
});
