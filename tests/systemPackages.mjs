// Programs that the suites need besides Node. Finds them, installs missing ones if this process may, or names them in
// one line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Program → Debian package that contains it. */
const NEEDED = {
  '/usr/bin/chromium-headless-shell': 'chromium-headless-shell',
  '/usr/bin/asciinema': 'asciinema',
  '/usr/bin/firefox-esr': 'firefox-esr',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/bin/ssh-keygen': 'openssh-client',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/curl': 'curl',
  '/usr/bin/shellcheck': 'shellcheck',
  '/bin/busybox': 'busybox',
  '/usr/bin/ps': 'procps',
  '/usr/sbin/sshd': 'openssh-server',
  '/usr/bin/ssh': 'openssh-client',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/unshare': 'util-linux',
  '/usr/bin/nsenter': 'util-linux',
  '/usr/bin/mount': 'mount',
  '/lib/systemd/systemd': 'systemd',
  '/usr/bin/Xvnc': 'tigervnc-standalone-server',
  '/usr/bin/xfreerdp': 'freerdp2-x11',
  '/usr/bin/freerdp-shadow-cli': 'freerdp2-shadow-x11',
  '/usr/sbin/xrdp': 'xrdp',
  '/usr/bin/xterm': 'xterm',
  '/usr/bin/xwd': 'x11-apps',
  '/usr/bin/xsetroot': 'x11-xserver-utils',
  '/usr/bin/xclip': 'xclip',
  '/usr/bin/xdotool': 'xdotool',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/mariadbd': 'mariadb-server',
};

/** Files that the suites without servers also need. */
const NEEDED_ALWAYS = ['/usr/bin/ssh-keygen', '/usr/bin/setpriv'];

/** Whether the files for the suites without servers exist. */
export const hasPackagesForUnits = () => NEEDED_ALWAYS.every((program) => existsSync(program));

/** Resolves with one line if a program is missing and cannot be installed. @returns {Promise<string | undefined>} */
export async function ensureSystemPackages() {
  const missing = Object.entries(NEEDED).filter(([program]) => !existsSync(program));
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map(([, name]) => name))];
  const hint = `the contract and browser suites need the Debian package${packages.length > 1 ? 's' : ''} ${packages.join(', ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return `${hint}; install and run again`;
  console.log(`Installing ${packages.join(', ')}`);
  const started = Date.now();
  await apt('update');
  const failure = await apt('install', '-y', '--no-install-recommends', ...FAST, ...packages);
  if (failure !== undefined) return `${hint}; installing them failed: ${failure}`;
  console.log(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  return undefined;
}

/** Skips syncs to disk: a test machine that loses power during the installation is reinstalled. */
const FAST = ['-o', 'Dpkg::Options::=--force-unsafe-io'];

/**
 * Resolves with the last line of the output if it failed. RUNLEVEL: servers that are installed for a test must not
 * start to listen.
 * @param {string[]} args
 */
async function apt(...args) {
  const child = spawn('apt-get', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const [status] = await once(child, 'close');
  return status === 0 ? undefined : errors.trim().split('\n').at(-1);
}
