// Login shells of the tests start as on a new machine: without the profile of the user who runs the tests, which may
// take half a second, wait for the lock of a killed shell, or print text. An existing history is not
// changed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

const PROFILE = ['.bash_profile', '.bash_login', '.profile', '.bashrc', '.bash_history'];
const OWN_MOUNTS = ['unshare', '--mount', '--propagation', 'private'];
/** Takes files, `--`, and the command. */
const COVER = `
set -e
while [ "$1" != -- ]; do
  mount --bind /dev/null "$1"
  shift
done
shift
exec "$@"`;

/**
 * Runs the command in its own mount namespace, in which these files are empty. Returns it unchanged if this process may
 * not mount, which only root may.
 * @param {readonly string[]} command
 * @returns {string[]}
 */
export function withPlainShells(command) {
  const files = PROFILE.map((name) => join(userInfo().homedir, name)).filter((file) => existsSync(file));
  /** @param {readonly string[]} what */
  const mounted = (what) => [...OWN_MOUNTS, 'sh', '-c', COVER, 'sh', ...files, '--', ...what];
  const [program = '', ...args] = mounted(['true']);
  return spawnSync(program, args).status === 0 ? mounted(command) : [...command];
}
