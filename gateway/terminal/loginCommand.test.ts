import { execFileSync } from 'node:child_process';
import { openSync, closeSync, constants } from 'node:fs';
import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { readPasswd, findAccount } from './accounts.ts';
import { loginCommand, type RunAs } from './loginCommand.ts';

const MARA = { name: 'mara', uid: 1001, gid: 1002, home: '/home/mara', shell: '/bin/zsh' };
const ROOT: RunAs = { uid: 0, bash: '/bin/bash', setpriv: '/usr/bin/setpriv', lang: 'C.UTF-8' };

test('root switches to the user with all groups before it runs anything of the user', () => {
  const command = loginCommand(MARA, '/home/mara', ROOT);
  expect(command?.argv.slice(6, 11)).toEqual([
    '/usr/bin/setpriv',
    '--reuid=1001',
    '--regid=1002',
    '--init-groups',
    '--',
  ]);
  expect(command?.argv.at(-1)).toBe('/bin/zsh');
  expect(command).toMatchObject({ cwd: '/home/mara', owner: 1001 });
});

test('the environment is that of a login, without variables of the gateway', () => {
  expect(loginCommand(MARA, '/', ROOT)?.env).toEqual({
    HOME: '/home/mara',
    SHELL: '/bin/zsh',
    USER: 'mara',
    LOGNAME: 'mara',
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games',
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    PWD: '/',
  });
});

test('root does not switch users for root', () => {
  const command = loginCommand({ ...MARA, uid: 0, gid: 0 }, '/root', ROOT);
  expect(command?.argv).not.toContain('/usr/bin/setpriv');
  expect(command).not.toHaveProperty('owner');
  expect(command?.env['PATH']).toContain('/sbin');
});

test('returns a command for another account only for root with setpriv', () => {
  expect(loginCommand(MARA, '/', { ...ROOT, uid: 1001 })).toBeDefined();
  expect(loginCommand(MARA, '/', { ...ROOT, uid: 1003 })).toBeUndefined();
  expect(loginCommand({ ...MARA, uid: 0 }, '/', { ...ROOT, uid: 1003 })).toBeUndefined();
  expect(loginCommand(MARA, '/', { ...ROOT, setpriv: undefined })).toBeUndefined();
});

test('the shell is a login shell and inherits no open files of the gateway', () => {
  const account = { ...userInfo(), name: 'me', home: '/', shell: '/bin/bash' };
  const command = loginCommand(account, '/', { ...ROOT, uid: account.uid });
  const [file = '', ...args] = command?.argv ?? [];
  const leak = openSync('/dev/null', constants.O_RDONLY);
  const out = execFileSync(file, args, {
    env: { ...command?.env },
    stdio: ['pipe', 'pipe', 'pipe', leak, leak, leak, leak, leak, leak, leak, leak, leak, leak],
    input: 'echo "$0"; shopt -q login_shell && echo login; ls /proc/self/fd; umask; exit\n',
    encoding: 'utf8',
  });
  closeSync(leak);
  expect(out.split('\n').filter(Boolean)).toEqual(['-bash', 'login', '0', '1', '2', '3', '0022']); // 3 belongs to ls
});

test('reads accounts from lines of passwd', () => {
  const text = 'root:x:0:0:root:/root:/bin/bash\nsvc:x:99:98::/var/svc:\nbroken\n';
  expect(readPasswd(text, 'root')).toEqual({ name: 'root', uid: 0, gid: 0, home: '/root', shell: '/bin/bash' });
  expect(readPasswd(text, 'svc')).toEqual({ name: 'svc', uid: 99, gid: 98, home: '/var/svc', shell: '/bin/sh' });
  expect(readPasswd(text, 'mara')).toBeUndefined();
  expect(readPasswd('', '')).toBeUndefined();
  expect(readPasswd(text, 'broken')).toBeUndefined();
});

test('finds accounts of this machine by name, never by number', async () => {
  expect(await findAccount('nobody')).toMatchObject({ name: 'nobody' });
  expect(await findAccount('0')).toBeUndefined();
  expect(await findAccount('no-such-user-here')).toBeUndefined();
  expect(await findAccount('--help')).toBeUndefined();
  expect(await findAccount(userInfo().username)).toMatchObject({ uid: userInfo().uid });
});
