import { ChildProcess } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import type { ShellEnd } from '../terminal/target.ts';
import { ProcessCommand } from './ProcessCommand.ts';

vi.mock('node:child_process', async (original) => ({
  ...(await original<object>()),
  /** As Node does it without a free file descriptor: no process, no streams, and an error later. */
  spawn: () => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })));
    return child;
  },
}));

test('a command without a free file descriptor ends with the reason', async () => {
  const texts: string[] = [];
  const end = await new Promise<ShellEnd>((resolve) => {
    const listener = { stdout: () => undefined, stderr: (bytes: Uint8Array) => void texts.push(String(bytes)) };
    const command = new ProcessCommand({ argv: ['true'], env: {}, cwd: '/' }, { ...listener, end: resolve });
    command.resume();
    command.cancel();
  });
  expect(end).toEqual({ kind: 'exited', status: 255 });
  expect(texts.join('')).toContain('The command could not be started');
});
