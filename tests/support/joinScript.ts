// The script with which a server joins, applied to a test's sshd in its own directory.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The script that the gateway serves, with paths in that directory and without systemd. */
export async function joinScriptOf(base: string, token: string, directory: string): Promise<string> {
  const answer = await fetch(`${base}/scripts/${token}/install-node.sh`);
  const text = await answer.text();
  return text
    .replace(/^URL=.*$/m, `URL='${base}'`)
    .replace(/^TUNNEL_HOST=.*$/m, `TUNNEL_HOST='127.0.0.1'`)
    .replaceAll(/(\/etc|\/run)\/systemd\/system/g, join(directory, 'no-systemd'));
}

/** Runs the script as `curl … | sudo sh -s -- …` does. */
export function runJoinScript(script: string, shell: string, options: readonly string[], more: SpawnSyncOptions = {}) {
  const [program = '', ...args] = shell.split(' ');
  const { status, stdout, stderr } = spawnSync(program, [...args, '-s', '--', ...options], {
    ...more,
    input: script,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Options that join the sshd whose configuration is in that directory. */
export const joinOptions = (directory: string): string[] => [
  ...['--sshd-config', join(directory, 'sshd_config')],
  ...['--address', '127.0.0.1'],
];

/** Text of all files of the host that the script may write. */
export function filesOfJoin(directory: string): string[] {
  const own = join(directory, 'postern');
  const files = existsSync(own) ? readdirSync(own).map((name) => join(own, name)) : [];
  return [join(directory, 'sshd_config'), ...files].map((file) => readFileSync(file, 'utf8'));
}
