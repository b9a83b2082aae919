// Requests about the host itself. The order matters: specific ones come first.
import { PATH, POLITE, re, type Intent } from './intent.ts';

export const HOST_INTENTS: readonly Intent[] = [
  {
    id: 'reboot-needed',
    topic: 'pending reboots',
    example: 'Which servers need a reboot?',
    patterns: [
      re(
        String.raw`(?:needs?|requires?|pending|waiting for|due for|should) (?:\S+ ){0,4}?(?:re-?boot|restart)(?:ed|s)?\b(?! of \w+ service)`,
      ),
      re(String.raw`(?:re-?boot|restart) (?:is |are )?(?:required|needed|pending|necessary)`),
    ],
    command: () =>
      'if [ -f /var/run/reboot-required ]; then cat /var/run/reboot-required; elif command -v needs-restarting >/dev/null; then needs-restarting -r; else echo "No reboot is announced"; fi',
    describe: () => 'Shows whether the system asks for a reboot.',
  },
  {
    id: 'reboots',
    topic: 'past reboots',
    example: 'When were the servers last rebooted?',
    patterns: [
      re(String.raw`(?:last|recent|previous|past|when) (?:\S+ ){0,6}?(?:re-?boot|boot|restart)(?:ed|s)?\b`),
      re(String.raw`(?:re-?boots|boot history|reboot history|boot time)`),
      re(String.raw`(?:did|has|have|was|were) (?:\S+ ){0,5}?(?:re-?boot(?:ed)?|been restarted|restarted?)\b`),
    ],
    command: () => 'who -b; last -x reboot 2>/dev/null | head -n 10',
    describe: () => 'Shows when the system started, and earlier starts where they are recorded.',
  },
  {
    id: 'reboot',
    topic: 'a reboot',
    example: 'Reboot web-1 and web-2',
    patterns: [
      re(
        String.raw`^${POLITE}(?:re-?boot|power[- ]?cycle|restart (?:the )?(?:server|machine|host|system|node)|restart (?:(?!(?:at|for|from|in|on|to|with) )\S+ ){0,4}?(?:servers|machines|hosts|systems|nodes))`,
      ),
    ],
    command: () => 'systemctl reboot',
    describe: () => 'Reboots the system at once: running programs and sessions end.',
    changes: 'This command reboots the servers.',
  },
  {
    id: 'uptime',
    topic: 'uptime',
    example: 'How long have the prod servers been up?',
    patterns: [re(String.raw`up-?time|how long (?:\S+ ){0,6}?(?:up|running|online)\b|running since|up since`)],
    command: () => 'uptime',
    describe: () => 'Shows how long the system has been running, and its load.',
  },
  {
    id: 'processes-memory',
    topic: 'processes by memory',
    example: 'Which processes use the most memory?',
    patterns: [
      re(String.raw`process(?:es)? (?:\S+ ){0,6}?(?:memory|ram|mem)\b`),
      re(
        String.raw`(?:what|who|which|top) (?:\S+ ){0,4}?(?:uses?|using|eats?|eating|takes?|consum\w+|hogs?|hogging) (?:\S+ ){0,4}?(?:memory|ram)\b`,
      ),
      re(String.raw`memory (?:hogs?|consumers?)`),
    ],
    command: () => 'ps aux --sort=-%mem | head -n 15',
    describe: () => 'Shows the processes that use the most memory.',
  },
  {
    id: 'memory',
    topic: 'memory',
    example: 'How much memory is free on web-1?',
    patterns: [re(String.raw`memory|ram|swap|free mem`)],
    command: () => 'free -h',
    describe: () => 'Shows used and free memory.',
  },
  {
    id: 'processes',
    topic: 'processes',
    example: 'What uses the CPU on db-1?',
    patterns: [
      re(String.raw`process(?:es)?(?!.* (?:ports?|listen))|top cpu|ps aux`),
      re(
        String.raw`(?:what|who|which) (?:\S+ ){0,4}?(?:uses?|using|eats?|eating|takes?|consum\w+|hogs?|hogging) (?:\S+ ){0,4}?(?:cpu|processors?)\b`,
      ),
      re(String.raw`what(?:'s| is| are) (?:currently )?running\b`),
    ],
    command: () => 'ps aux --sort=-%cpu | head -n 15',
    describe: () => 'Shows the processes that use the most CPU time.',
  },
  {
    id: 'load',
    topic: 'load',
    example: 'Show the load of all servers',
    patterns: [re(String.raw`load(?:\s?avg| averages?)?|cpu(?: usage| load| utili[sz]ation)?|busy`)],
    command: () => 'uptime; echo "CPUs: $(nproc)"',
    describe: () => 'Shows the load averages and the number of CPUs.',
  },
  {
    id: 'inodes',
    topic: 'inodes',
    example: 'Are we out of inodes?',
    patterns: [re('inodes?')],
    command: () => 'df -i',
    describe: () => 'Shows used and free inodes of each file system.',
  },
  {
    id: 'directory-size',
    topic: 'the size of a directory',
    example: 'How big is /var/log on web-1?',
    patterns: [
      re(
        String.raw`(?:how (?:big|large)|size of|space (?:used )?(?:by|in|of)|disk usage (?:of|in)|usage of|biggest|largest) (?:\S+ ){0,4}?(?=[~/])${PATH}`,
      ),
    ],
    command: ({ path }) => `du -xh --max-depth=1 ${path} 2>/dev/null | sort -rh | head -n 20`,
    describe: ({ path }) => `Shows the largest directories below ${path}.`,
  },
  {
    id: 'disk',
    topic: 'disk space',
    example: 'How full are the disks in production?',
    patterns: [
      re(
        String.raw`(?:disk|storage|file ?systems?|partitions?|mounts?|volumes?)s?\b|free space|space left|out of space|how full|df -h`,
      ),
    ],
    command: () => 'df -h',
    describe: () => 'Shows used and free space of each file system.',
  },
];
