// Real shells on real PTYs.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { LoginCommand } from './loginCommand.ts';
import { PtyShell } from './PtyShell.ts';
import type { ShellEnd } from './target.ts';

const SIZE = { cols: 80, rows: 24 };
const open: PtyShell[] = [];
afterEach(() => {
  for (const shell of open.splice(0)) shell.hangUp();
});

/** Runs an sh script instead of a login shell. */
function run(script: string) {
  const seen: Buffer[] = [];
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of [...waiting]) check();
  };
  let drained = 0;
  let ended: ShellEnd | undefined;
  const command: LoginCommand = {
    argv: ['/bin/sh', '-c', script],
    env: { PATH: '/usr/bin:/bin', TERM: 'xterm-256color' },
    cwd: '/',
  };
  const shell = new PtyShell(command, SIZE, {
    output(bytes) {
      seen.push(Buffer.from(bytes));
      wake();
    },
    drained() {
      drained++;
      wake();
    },
    end(end) {
      ended = end;
      wake();
    },
  });
  open.push(shell);
  const text = () => Buffer.concat(seen).toString();
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return {
    shell,
    text,
    bytes: () => Buffer.concat(seen),
    drained: () => drained,
    ended: () => ended,
    until,
    sees: (part: string) => until(() => text().includes(part)),
    over: async () => {
      await until(() => ended !== undefined);
      return ended;
    },
  };
}

test('delivers all output before the end and its status', async () => {
  const it = run('printf "one two"; exit 3');
  expect(await it.over()).toEqual({ kind: 'exited', status: 3 });
  expect(it.text()).toBe('one two');
});

test('reports status 255 for a shell that a signal ended', async () => {
  const it = run('kill -9 $$');
  expect(await it.over()).toEqual({ kind: 'exited', status: 255 });
});

test('reports a missing program as exit status 127', async () => {
  const it = run('exec /no/such/program');
  expect(await it.over()).toEqual({ kind: 'exited', status: 127 });
  expect(it.text()).toContain('not found');
});

test('delivers long output completely, even if it is paused in the middle and at the end', async () => {
  const it = run('seq 1 200000; printf done');
  await it.until(() => it.bytes().length > 100_000);
  it.shell.pause();
  const held = it.bytes().length;
  await new Promise((resolve) => setTimeout(resolve, 500)); // longer than node-pty would wait
  expect(it.bytes().length - held).toBeLessThan(200_000);
  it.shell.resume();
  await it.until(() => it.bytes().length > 1_000_000);
  it.shell.pause();
  await new Promise((resolve) => setTimeout(resolve, 500));
  it.shell.resume();
  await it.over();
  const expected = `${Array.from({ length: 200_000 }, (_, i) => i + 1).join('\r\n')}\r\ndone`;
  const sum = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
  expect(it.bytes().length).toBe(expected.length);
  expect(sum(it.bytes())).toBe(sum(expected));
});

test('delivers the last output of a shell that exits while paused', async () => {
  const it = run('read x; printf "last words"; exit 5');
  it.shell.pause();
  it.shell.write(Buffer.from('\r'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(it.ended()).toBeUndefined();
  it.shell.resume();
  expect(await it.over()).toEqual({ kind: 'exited', status: 5 });
  expect(it.text()).toContain('last words');
});

test('sets the size at the start and changes it later', async () => {
  const it = run('trap "stty size" WINCH; stty size; while :; do sleep 0.05; done');
  await it.sees('24 80');
  it.shell.resize({ cols: 132, rows: 43 });
  await it.sees('43 132');
});

test('delivers 300 kB of input unchanged', async () => {
  const size = 300_000;
  const it = run(`stty raw -echo; printf ready; head -c ${size} | sha256sum; exit 0`);
  await it.sees('ready');
  const sent = Buffer.alloc(size, 'postern ');
  it.shell.write(sent);
  await it.over();
  expect(it.text()).toContain(createHash('sha256').update(sent).digest('hex'));
});

test('limits the input for a shell that does not read, and reports when it has drained', async () => {
  const it = run('stty raw -echo; printf ready; sleep 0.5; head -c 700000 >/dev/null; printf taken');
  await it.sees('ready');
  const before = Date.now();
  expect(it.shell.write(Buffer.alloc(100_000))).toBe(true);
  expect(it.shell.write(Buffer.alloc(600_000))).toBe(false);
  expect(Date.now() - before).toBeLessThan(250); // the call does not block
  await it.until(() => it.drained() === 1);
  await it.sees('taken');
});

test('hanging up ends the shell and its program', async () => {
  const it = run('sleep 1000');
  it.shell.hangUp();
  expect(await it.over()).toEqual({ kind: 'exited', status: 255 });
});

test('kills a shell that ignores SIGHUP', async () => {
  const it = run('trap "" HUP; printf ready; while :; do sleep 0.05; done');
  await it.sees('ready');
  it.shell.hangUp();
  it.shell.hangUp();
  expect(await it.over()).toEqual({ kind: 'exited', status: 255 });
}, 10_000);

test('a shell ends even if it leaves a background program', async () => {
  const quiet = run('trap "" HUP; sleep 5 & exit 0');
  const noisy = run('trap "" HUP; (while echo noise; do :; done) & exit 0');
  expect(await quiet.over()).toEqual({ kind: 'exited', status: 0 });
  expect(await noisy.over()).toEqual({ kind: 'exited', status: 0 });
});

test('calls after the end have no effect', async () => {
  const it = run('exit 0');
  await it.over();
  it.shell.resize({ cols: 10, rows: 10 });
  expect(it.shell.write(Buffer.from('x'))).toBe(true);
  it.shell.hangUp();
  it.shell.pause();
  it.shell.resume();
});

test('leaves no file descriptor open', async () => {
  const files = () => readdirSync('/proc/self/fd').length;
  const before = files();
  for (let i = 0; i < 5; i++) await run('exit 0').over();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(files()).toBeLessThanOrEqual(before + 1);
});

test('a broken pipe ends programs in the shell, because signals have their defaults', async () => {
  const it = run('yes | head -n 1');
  await it.over();
  expect(it.text()).toBe('y\r\n'); // a program that ignores the signal reports that its output failed
});

test.runIf(userInfo().uid === 0)('the terminal belongs to the user who logs in', async () => {
  const seen: Buffer[] = [];
  await new Promise<void>((resolve) => {
    const shell = new PtyShell(
      {
        argv: ['/bin/sh', '-c', 'sleep 0.1; stat -c %u $(tty)'],
        env: { PATH: '/usr/bin:/bin' },
        cwd: '/',
        owner: 65534,
      },
      SIZE,
      { output: (bytes) => seen.push(Buffer.from(bytes)), drained: () => undefined, end: () => resolve() },
    );
    open.push(shell);
  });
  expect(Buffer.concat(seen).toString()).toBe('65534\r\n');
});
