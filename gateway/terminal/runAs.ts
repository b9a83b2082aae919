// This process, in the form that commands in another account need.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunAs } from './loginCommand.ts';
import { TargetError } from './target.ts';

/** Throws a TargetError if bash is missing: then no command can be started in an account. */
export function thisProcess(): RunAs {
  const bash = findProgram('bash');
  if (bash === undefined) throw new TargetError('shells on this machine require bash, which is not installed');
  return {
    uid: process.getuid?.() ?? -1,
    bash,
    setpriv: findProgram('setpriv'),
    lang: process.env['LANG'] ?? 'C.UTF-8',
  };
}

function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '/usr/bin:/bin').split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
