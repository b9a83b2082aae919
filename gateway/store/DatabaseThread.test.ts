// The thread runs in a separate process, because the driver ends the whole process if the end of a thread is unsafe.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, 'node_modules/.postern-thread-')); // next to the packages that it imports
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(ROOT, 'tests/support/databaseThreadProgram.ts'),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (...args: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs'), ...args]);
  return stdout.trim().split('\n');
};

const ENDED = ['ended', 'end() has resolved'];

test('ending a thread waits for its current statement and affects no other thread', async () => {
  expect(await run('slow', '100')).toEqual(ENDED);
});

test.each(['1', '20', '40', '60', '80'])('a thread ends safely between short statements, after %s ms', async (ms) => {
  expect(await run('many', ms)).toEqual(ENDED);
});

test('a thread without statements ends at once', async () => {
  expect(await run('none', '100')).toEqual(ENDED);
});

test('a thread whose memory is nearly full starts no further statement', async () => {
  expect(await run('full')).toEqual(['the answer needs too much memory. Request less at once', 'ended']);
});
