// A second host on this machine: its own network, mount, UTS and PID namespaces, /etc/ssh and sshd. A pair of virtual
// network interfaces connects it with this host.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const HOSTNAME = 'second-host';

export type SecondHost = {
  /** Its address, seen from this host. */
  address: string;
  /** The address of this host, seen from the second host. */
  gatewayAddress: string;
  /** Runs a shell script on the host as root, with the given standard input. */
  run(script: string, input?: string): { status: number | null; output: string };
  /** Starts a script that keeps running. It ends with the host. */
  start(script: string): ChildProcess;
  /** Starts or restarts sshd with this address. */
  listen(address: '0.0.0.0' | '127.0.0.1'): Promise<void>;
  /** Programs on the host trust only this certificate. */
  trust(certificateFile: string): void;
  /** What sshd has logged. */
  log(): string;
  /** Ends all processes of the host. */
  stop(): Promise<void>;
};

type Options = {
  /** systemd is its first process, and runs sshd as its service. */
  systemd?: boolean;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_MAX_MS = 20_000;
const POLL_MS = 50;

/** Whether this process may create a second host. */
export const mayMakeHosts = (): boolean => spawnSync('unshare', ['-m', '-n', '-u', '-p', '-f', 'true']).status === 0;

/** Whether systemd can run in a second host: it needs control groups of version 2. */
export const mayRunSystemd = (): boolean =>
  spawnSync('unshare', ['-m', '-C', 'mount', '-t', 'cgroup2', 'none', '/sys/fs/cgroup']).status === 0;

const PREPARE = `
mount --make-rprivate /
mkdir -p /run/sshd /etc/ssh /etc/systemd/system
for directory in /run /etc/ssh /etc/systemd/system; do mount -t tmpfs -o mode=755 none "$directory"; done
hostname ${HOSTNAME}
mkdir -p /run/sshd /etc/ssh/sshd_config.d
ip link set lo up
echo ready
`;

const SLEEP = 'exec sleep 1000000';

/**
 * Its own root over that of this machine: files written there are removed with it. The project ($2) is in /opt/postern.
 * Login shells start as on a new machine (see plainShells.mjs, whose mounts are not part of the lower directory).
 */
const OVERLAY = `
mount --make-rprivate /
mount -t tmpfs none /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work none /mnt/root
cd /mnt/root
for directory in proc sys dev; do mount --rbind "/$directory" "$directory"; done
mount -o bind,ro /proc/sys proc/sys
rm -f root/.bash_profile root/.bash_login root/.profile root/.bashrc
mkdir -p opt/postern
mount -o bind,ro "$2" opt/postern
pivot_root . mnt
umount -l /mnt
for directory in /tmp /var/tmp; do mount -t tmpfs -o mode=1777 none "$directory"; done
`;

/** With only the units of the test. Its control groups are below the one that $1 names. */
const SYSTEMD = `
rm -rf /lib/systemd/system-generators
echo ${HOSTNAME} > /etc/hostname
tr -d - < /proc/sys/kernel/random/uuid > /etc/machine-id
for target in sysinit basic shutdown network network-online multi-user; do
  printf '[Unit]\n' > "/etc/systemd/system/$target.target"
done
cat > /etc/systemd/system/ssh.service << 'EOF'
[Service]
Type=notify
ExecStart=/usr/sbin/sshd -D -E /run/sshd.log
ExecReload=/bin/kill -HUP $MAINPID
KillMode=process
EOF
umount -R /sys/fs/cgroup 2> /dev/null || true
mount -t cgroup2 none /sys/fs/cgroup
mkdir "/sys/fs/cgroup/$1"
echo 0 > "/sys/fs/cgroup/$1/cgroup.procs"
exec unshare -C sh -euc 'umount /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin SYSTEMD_UNIT_PATH=/etc/systemd/system \
  /usr/lib/systemd/systemd --system --unit=multi-user.target --log-target=null'
`;

const START_SERVICE = `until systemctl --quiet is-active multi-user.target; do sleep 0.1; done; systemctl restart ssh`;
/** Where control groups of version 2 are mounted, with or without those of version 1. */
const CGROUP_ROOTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
/** They become empty shortly after the last process has ended. */
const removeGroups = (name: string) =>
  spawnSync('sh', ['-c', REMOVE_GROUPS, 'sh', ...CGROUP_ROOTS.map((root) => `${root}/${name}`)]);
const REMOVE_GROUPS = `
for try in 1 2 3 4 5 6 7 8 9 10; do
  find "$@" -depth -type d -exec rmdir {} + 2> /dev/null
  [ -d "$1" ] || [ -d "$2" ] || exit 0
  sleep 0.1
done`;

export async function startSecondHost({ systemd = false }: Options = {}): Promise<SecondHost> {
  const groups = `${HOSTNAME}-${randomUUID()}`;
  const script = systemd ? OVERLAY + PREPARE + SYSTEMD : PREPARE + SLEEP;
  const begin = ['sh', '-euc', script, 'sh', groups, ROOT];
  const init = spawn('unshare', ['-m', '-n', '-u', '-p', '-f', '--kill-child', '--mount-proc', ...begin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithUs = () => init.kill('SIGKILL');
  process.once('exit', endWithUs);
  await once(init.stdout, 'data');
  const pid = readFileSync(`/proc/${init.pid}/task/${init.pid}/children`, 'utf8').trim();
  const [head, base] = [`10.231.${randomInt(256)}.`, 4 * randomInt(64)];
  const [gatewayAddress, address] = [`${head}${base + 1}`, `${head}${base + 2}`];
  const ours = `pv${init.pid}`;
  const inside = ['-t', pid, '-m', '-n', '-u', '-p', '--'];
  const ip = (...args: string[]) => execFileSync('ip', args);
  ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', 'uplink', 'netns', pid);
  ip('addr', 'add', `${gatewayAddress}/30`, 'dev', ours);
  ip('link', 'set', ours, 'up');

  const run: SecondHost['run'] = (script, input = '') => {
    const { status, stdout, stderr } = spawnSync('nsenter', [...inside, 'sh', '-c', script], {
      input,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  };
  const start: SecondHost['start'] = (script) =>
    spawn('nsenter', [...inside, 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  run(
    `ip addr add ${address}/30 dev uplink; ip link set uplink up; ip route add default via ${gatewayAddress}; ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key`,
  );

  let log = '';
  let sshd: ChildProcess | undefined;
  return {
    address,
    gatewayAddress,
    run,
    start,
    async listen(at) {
      if (systemd) {
        run('cat > /etc/ssh/sshd_config', configOf(at));
        const { status, output } = run(`timeout 20 sh -c '${START_SERVICE}'`);
        if (status !== 0) throw new Error(`the service of sshd does not start:\n${output}`);
        return;
      }
      // While sshd reloads its configuration it has no PID file.
      while (sshd?.exitCode === null && sshd.signalCode === null) {
        run('kill "$(cat /run/sshd.pid)"');
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      run('cat > /etc/ssh/sshd_config', configOf(at));
      const begun = start('exec /usr/sbin/sshd -D -e');
      for (const stream of [begun.stdout, begun.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => (log += text));
      sshd = begun;
      const endMs = performance.now() + READY_MAX_MS;
      while (run('test -s /run/sshd.pid && kill -0 "$(cat /run/sshd.pid)"').status !== 0) {
        if (performance.now() > endMs) throw new Error(`sshd of the second host does not start:\n${log}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    trust: (file) => void run(`mount --bind ${file} /etc/ssl/certs/ca-certificates.crt`),
    log: () => (systemd ? run('cat /run/sshd.log').output : log),
    async stop() {
      process.off('exit', endWithUs);
      // Removed explicitly: the kernel would remove it some time after the last process, during another test.
      ip('link', 'del', ours);
      const gone = once(init, 'exit');
      init.kill('SIGKILL');
      await gone;
      if (systemd) removeGroups(groups);
    },
  };
}

/** As in Debian, except PAM, which the test machine may not have set up. */
const configOf = (at: string): string => `
Include /etc/ssh/sshd_config.d/*.conf
ListenAddress ${at}
HostKey /etc/ssh/ssh_host_ed25519_key
PidFile /run/sshd.pid
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PrintMotd no
PrintLastLog no
Subsystem sftp internal-sftp
`;
