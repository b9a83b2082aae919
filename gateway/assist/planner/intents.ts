// What the planner understands: each intent has the words of a request and the command that answers it. Commands read,
// unless `changes` says what they do. Arguments match strict patterns, so that none of them is more than one word of a
// shell.

export type Intent = {
  id: string;
  /** For the list of what is understood: `disk space`. */
  topic: string;
  /** One request that it understands. */
  example: string;
  /** The first that matches decides. Named groups are the arguments. */
  patterns: readonly RegExp[];
  /** `args`: named groups of the pattern. */
  command: (args: Readonly<Record<string, string | undefined>>) => string;
  /** One sentence: what the command shows or does. */
  says: (args: Readonly<Record<string, string | undefined>>) => string;
  /** What it changes; absent: nothing. */
  changes?: string;
};

/** Words of one shell argument each, without anything that a shell reads in another way. */
const UNIT = String.raw`(?<unit>[a-z][\w.@-]{1,60})`;
const PATH = String.raw`(?<path>(?:~|/)[\w.@+/-]{0,200})`;
const PORT = String.raw`(?<port>\d{1,5})`;

const re = (source: string): RegExp => new RegExp(String.raw`\b(?:${source})(?!\w)`, 'iu');
/** Paths begin with a character that is none of a word. */
const rePath = (source: string): RegExp => new RegExp(String.raw`(?:^|\s)(?:${source})`, 'iu');

/** Words that look like the name of a service or package and are none. */
const NOT_A_NAME = new Set(
  `a all an and any are at by can check current do down error errors every failed failing fetch file for from get give here how
   in installed is it kernel last latest list log logs machine machines me my new no node nodes of on or our package packages
   please print process processes read recent running see server servers service services show some status state syslog system
   tail the their there these this those up version versions view what where which who with you`.split(/\s+/),
);

/** In this order: the more specific come first. */
export const INTENTS: readonly Intent[] = [
  {
    id: 'reboot-needed',
    topic: 'pending reboots',
    example: 'Which servers need a reboot?',
    patterns: [
      re(
        String.raw`(?:needs?|requires?|pending|waiting for|due for|should)\W+(?:\w+\W+){0,4}?(?:re-?boot|restart)(?:ed|s)?\b(?!\s+of\s+\w+\s+service)`,
      ),
      re(String.raw`(?:re-?boot|restart)\W+(?:is\s+|are\s+)?(?:required|needed|pending|necessary)`),
    ],
    command: () =>
      'if [ -f /var/run/reboot-required ]; then cat /var/run/reboot-required; elif command -v needs-restarting >/dev/null; then needs-restarting -r; else echo "No reboot is announced"; fi',
    says: () => 'Shows whether the system asks for a reboot.',
  },
  {
    id: 'reboots',
    topic: 'past reboots',
    example: 'When were the servers last rebooted?',
    patterns: [
      re(String.raw`(?:last|recent|previous|past|when)\W+(?:\S+\W+){0,6}?(?:re-?boot|boot|restart)(?:ed|s)?\b`),
      re(String.raw`(?:re-?boots|boot history|reboot history|boot time)`),
      re(String.raw`(?:did|has|have|was|were)\W+(?:\S+\W+){0,5}?(?:re-?boot(?:ed)?|been restarted|restarted?)\b`),
    ],
    command: () => 'who -b; last -x reboot 2>/dev/null | head -n 10',
    says: () => 'Shows when the system started, and earlier starts where they are recorded.',
  },
  {
    id: 'reboot',
    topic: 'a reboot',
    example: 'Reboot web-1',
    patterns: [
      /^\W*(?:(?:please|can you|could you|now|i want to|i need to|let'?s)\W+)*(?:re-?boot|power[- ]?cycle|restart (?:the )?(?:servers?|machines?|hosts?|systems?|nodes?)\b)/iu,
    ],
    command: () => 'systemctl reboot',
    says: () => 'Reboots the system at once: running programs and sessions end.',
    changes: 'This command reboots the servers.',
  },
  {
    id: 'uptime',
    topic: 'uptime',
    example: 'How long have the prod servers been up?',
    patterns: [re(String.raw`up-?time|how long (?:\S+\W+){0,6}?(?:up|running|online)\b|running since|up since`)],
    command: () => 'uptime',
    says: () => 'Shows how long the system has been running, and its load.',
  },
  {
    id: 'processes-memory',
    topic: 'processes by memory',
    example: 'Which processes use the most memory?',
    patterns: [
      re(String.raw`process(?:es)?\W+(?:\S+\W+){0,6}?(?:memory|ram|mem)\b`),
      re(
        String.raw`(?:what|who|which|top)\W+(?:\S+\W+){0,4}?(?:uses?|using|eats?|eating|takes?|consum\w+|hogs?|hogging)\W+(?:\S+\W+){0,4}?(?:memory|ram)\b`,
      ),
      re(String.raw`memory (?:hogs?|consumers?)`),
    ],
    command: () => 'ps aux --sort=-%mem | head -n 15',
    says: () => 'Shows the processes that use the most memory.',
  },
  {
    id: 'memory',
    topic: 'memory',
    example: 'How much memory is free on web-1?',
    patterns: [re(String.raw`memory|ram|swap|free mem`)],
    command: () => 'free -h',
    says: () => 'Shows used and free memory.',
  },
  {
    id: 'processes',
    topic: 'processes',
    example: 'What uses the CPU on db-1?',
    patterns: [
      re(String.raw`process(?:es)?|top\s+cpu|ps aux`),
      re(
        String.raw`(?:what|who|which)\W+(?:\S+\W+){0,4}?(?:uses?|using|eats?|eating|takes?|consum\w+|hogs?|hogging)\W+(?:\S+\W+){0,4}?(?:cpu|processors?)\b`,
      ),
      re(String.raw`what(?:'s| is| are) (?:currently )?running\b`),
    ],
    command: () => 'ps aux --sort=-%cpu | head -n 15',
    says: () => 'Shows the processes that use the most CPU time.',
  },
  {
    id: 'load',
    topic: 'load',
    example: 'Show the load of all servers',
    patterns: [re(String.raw`load(?:\s?avg| averages?)?|cpu(?: usage| load| utili[sz]ation)?|busy`)],
    command: () => 'uptime; echo "CPUs: $(nproc)"',
    says: () => 'Shows the load averages and the number of CPUs.',
  },
  {
    id: 'inodes',
    topic: 'inodes',
    example: 'Are we out of inodes?',
    patterns: [re('inodes?')],
    command: () => 'df -i',
    says: () => 'Shows used and free inodes of each file system.',
  },
  {
    id: 'directory-size',
    topic: 'the size of a directory',
    example: 'How big is /var/log on web-1?',
    patterns: [
      re(
        String.raw`(?:how (?:big|large)|size of|space (?:used )?(?:by|in|of)|disk usage (?:of|in)|usage of|biggest|largest)\W+(?:\S+\W+){0,4}?(?=[~/])${PATH}`,
      ),
    ],
    command: ({ path }) => `du -xh --max-depth=1 ${path} 2>/dev/null | sort -rh | head -n 20`,
    says: ({ path }) => `Shows the largest directories below ${path}.`,
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
    says: () => 'Shows used and free space of each file system.',
  },
  {
    id: 'log-file',
    topic: 'a log file',
    example: 'Show the last 100 lines of /var/log/syslog',
    patterns: [re(String.raw`(?:last|tail|recent|latest)\W+(?:(?<lines>\d{1,4})\W+)?(?:\S+\W+){0,4}?(?=[~/])${PATH}`)],
    command: ({ path, lines }) => `tail -n ${lines ?? '50'} ${path}`,
    says: ({ path, lines }) => `Shows the last ${lines ?? '50'} lines of ${path}.`,
  },
  {
    id: 'log-errors',
    topic: 'errors in the journal',
    example: 'Any errors in the logs of prod?',
    patterns: [
      re(
        String.raw`errors?\W+(?:\S+\W+){0,5}?(?:logs?|journal|syslog)\b|(?:log|journal)\W+errors?|what went wrong|any errors`,
      ),
    ],
    command: () => 'journalctl -p err -n 50 --no-pager',
    says: () => 'Shows the last 50 errors of the system journal.',
  },
  {
    id: 'unit-logs',
    topic: 'logs of a service',
    example: 'Logs of nginx on web-1',
    patterns: [
      re(String.raw`(?:logs?|journal)\s+(?:of|for|from)\s+(?:the\s+)?(?:service\s+)?${UNIT}`),
      re(String.raw`${UNIT}(?:'s)?\s+(?:service\s+)?(?:logs?|journal)\b`),
    ],
    command: ({ unit }) => `journalctl -u ${unit} -n 50 --no-pager`,
    says: ({ unit }) => `Shows the last 50 journal entries of ${unit}.`,
  },
  {
    id: 'logs',
    topic: 'system logs',
    example: 'Show recent logs',
    patterns: [re(String.raw`logs?|journal|syslog|dmesg|kernel messages`)],
    command: () => 'journalctl -n 50 --no-pager',
    says: () => 'Shows the last 50 entries of the system journal.',
  },
  {
    id: 'failed-services',
    topic: 'failed services',
    example: 'Which services failed?',
    patterns: [
      re(
        String.raw`(?:failed|failing|broken|dead|crashed)\s+(?:services?|units?|daemons?)|(?:services?|units?|daemons?)\W+(?:\S+\W+){0,4}?(?:failed|failing|broken|down|dead|crashed)\b`,
      ),
    ],
    command: () => 'systemctl --failed --no-pager',
    says: () => 'Shows the services that failed.',
  },
  {
    id: 'package-updates',
    topic: 'package updates',
    example: 'Which packages can be updated?',
    patterns: [re(String.raw`(?:updates?|updated|upgrades?|upgraded|patches|upgradable|outdated|out of date)\b`)],
    command: () =>
      'if command -v apt >/dev/null; then apt list --upgradable 2>/dev/null; elif command -v dnf >/dev/null; then dnf -q check-update || true; elif command -v apk >/dev/null; then apk version -l "<"; fi',
    says: () => 'Shows the packages for which there is a newer version.',
  },
  {
    id: 'port',
    topic: 'one port',
    example: 'What listens on port 443?',
    patterns: [re(String.raw`ports?\s+${PORT}\b`)],
    command: ({ port }) => `ss -tulpn | grep -E ":${port}\\b" || echo "Nothing listens on port ${port}"`,
    says: ({ port }) => `Shows what listens on port ${port}.`,
  },
  {
    id: 'ports',
    topic: 'open ports',
    example: 'Show open ports of web-1',
    patterns: [re(String.raw`ports?|listen(?:s|ing)?|sockets?`)],
    command: () => 'ss -tulpn',
    says: () => 'Shows the ports on which programs listen.',
  },
  {
    id: 'service',
    topic: 'the state of a service',
    example: 'Is nginx running on web-1?',
    patterns: [
      re(String.raw`(?:status|state|health)\s+(?:of|for)\s+(?:the\s+)?(?:service\s+)?${UNIT}`),
      re(
        String.raw`(?:is|are)\s+(?:the\s+)?(?:service\s+)?${UNIT}\s+(?:service\s+)?(?:\w+\s+)?(?:running|up|active|alive|started|enabled|down|ok|healthy)\b`,
      ),
      re(String.raw`${UNIT}\s+(?:service\s+)?(?:status|state)\b`),
      re(String.raw`service\s+${UNIT}`),
      re(String.raw`${UNIT}\s+service\b`),
    ],
    command: ({ unit }) => `systemctl status ${unit} --no-pager --lines=20`,
    says: ({ unit }) => `Shows the state of the service ${unit} and its last log entries.`,
  },
  {
    id: 'services',
    topic: 'running services',
    example: 'List the services of db-1',
    patterns: [re('services?|daemons?|units?')],
    command: () => 'systemctl list-units --type=service --state=running --no-pager',
    says: () => 'Shows the services that are running.',
  },
  {
    id: 'package',
    topic: 'one package',
    example: 'Which version of openssl is installed?',
    patterns: [
      re(String.raw`versions?\s+of\s+(?:the\s+)?(?:package\s+)?${UNIT}`),
      re(String.raw`is\s+(?:the\s+)?(?:package\s+)?${UNIT}\s+(?:package\s+)?installed`),
      re(
        String.raw`(?:has|have|with|find|which\W+(?:\S+\W+){0,3}?have)\s+(?:the\s+)?(?:package\s+)?${UNIT}\s+installed`,
      ),
      re(String.raw`package\s+${UNIT}`),
      re(String.raw`${UNIT}\s+(?:package|version)\b`),
    ],
    command: ({ unit }) =>
      `if command -v dpkg-query >/dev/null; then dpkg-query -W ${unit}; elif command -v rpm >/dev/null; then rpm -q ${unit}; else apk info -v ${unit}; fi`,
    says: ({ unit }) => `Shows whether the package ${unit} is installed, and its version.`,
  },
  {
    id: 'packages',
    topic: 'installed packages',
    example: 'List installed packages',
    patterns: [re(String.raw`packages?|installed (?:software|programs)`)],
    command: () =>
      'if command -v dpkg-query >/dev/null; then dpkg-query -W; elif command -v rpm >/dev/null; then rpm -qa | sort; else apk info -v; fi',
    says: () => 'Lists the installed packages and their versions.',
  },
  {
    id: 'logins',
    topic: 'past logins',
    example: 'Who logged in recently?',
    patterns: [
      re(
        String.raw`(?:last|recent|previous|past)\s+(?:\S+\s+)?log-?ins?|log-?in history|who (?:has )?logged (?:in|on)\b`,
      ),
    ],
    command: () => 'last -n 20',
    says: () => 'Shows the last logins.',
  },
  {
    id: 'accounts',
    topic: 'user accounts',
    example: 'List the user accounts of web-1',
    patterns: [
      re(String.raw`(?:user )?accounts?|(?:list|all|show)\s+(?:\S+\s+)?users?\b(?!\s+(?:logged|online|connected))`),
    ],
    command: () => 'getent passwd | cut -d: -f1,3,7',
    says: () => 'Lists the accounts with their user ID and shell.',
  },
  {
    id: 'users',
    topic: 'users who are logged in',
    example: 'Who is logged in on web-1?',
    patterns: [re(String.raw`who(?:'s| is)? (?:\S+\s+)?(?:logged|online|connected|on)\b|users?|logged[- ]in`)],
    command: () => 'who',
    says: () => 'Shows who is logged in.',
  },
  {
    id: 'file',
    topic: 'the beginning of a file',
    example: 'Show the file /etc/hosts',
    patterns: [
      re(
        String.raw`(?:cat|show|print|read|contents? of|what(?:'s| is) in|head of)\s+(?:me\s+)?(?:the\s+)?(?:contents? of\s+)?(?:the\s+)?(?:file\s+)?(?=[~/])(?<path>(?:~|/)[\w.@+/-]*[\w@+-]\.?\w)(?=[\s?.,!]|$)`,
      ),
    ],
    command: ({ path }) => `if [ -d ${path} ]; then ls -la ${path}; else head -n 100 ${path}; fi`,
    says: ({ path }) => `Shows the first 100 lines of ${path}, or its entries if it is a directory.`,
  },
  {
    id: 'files',
    topic: 'files of a directory',
    example: 'List the files in /etc/nginx',
    patterns: [
      re(String.raw`(?:files?|ls|list|contents?|director(?:y|ies)|folders?)\W+(?:\S+\W+){0,4}?(?=[~/])${PATH}`),
      rePath(String.raw`${PATH}\s+(?:directory|folder|exists?)`),
    ],
    command: ({ path }) => `ls -la ${path}`,
    says: ({ path }) => `Lists the files in ${path}.`,
  },
];

/** Arguments of the intents that are not names of services or packages. */
export const isName = (text: string | undefined): boolean => text === undefined || !NOT_A_NAME.has(text.toLowerCase());
