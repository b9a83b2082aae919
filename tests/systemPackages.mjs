// What the suites drive besides Node: found, or installed where this process may, or named in one line.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Program → Debian package that has it. */
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

/** @param {string} text */
const fail = (text) => {
  console.error(`test: ${text}`);
  process.exit(1);
};

/**
 * RUNLEVEL: whoever installs a server for a test does not want it to listen.
 * @param {string[]} args
 */
const apt = (...args) =>
  spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });

/** Ends the process with one line where something is missing and cannot be installed. */
export function ensureSystemPackages() {
  const missing = Object.entries(NEEDED).filter(([program]) => !existsSync(program));
  if (missing.length === 0) return;
  const packages = missing.map(([, name]) => name);
  const hint = `the contract and browser suites need the Debian package${packages.length > 1 ? 's' : ''} ${packages.join(', ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) fail(`${hint}; install and run again`);
  console.log(`Installing ${packages.join(', ')}`);
  apt('update');
  const installed = apt('install', '-y', '--no-install-recommends', ...packages);
  if (installed.status !== 0) fail(`${hint}; installing them failed: ${installed.stderr.trim().split('\n').at(-1)}`);
}
