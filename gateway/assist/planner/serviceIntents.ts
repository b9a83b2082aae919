// Requests about logs, services, packages, users, ports and files. The order matters: specific ones come first.
import { PATH, PORT, re, rePath, UNIT, type Intent } from './intent.ts';

export const SERVICE_INTENTS: readonly Intent[] = [
  {
    id: 'logins',
    topic: 'past logins',
    example: 'Who logged in recently?',
    patterns: [
      re(
        String.raw`(?:last|recent|previous|past) (?:\S+ )?log-?ins?|log-?in history|who (?:has )?logged (?:in|on)\b|did (?:\S+ ){1,4}?log[- ]?in\b`,
      ),
    ],
    command: () => 'last -n 20',
    describe: () => 'Shows the last logins.',
  },
  {
    id: 'log-file',
    topic: 'a log file',
    example: 'Show the last 100 lines of /var/log/syslog',
    patterns: [re(String.raw`(?:last|tail|recent|latest) (?:(?<lines>\d{1,4}) )?(?:\S+ ){0,4}?(?=[~/])${PATH}`)],
    command: ({ path, lines }) => `tail -n ${lines ?? '50'} ${path}`,
    describe: ({ path, lines }) => `Shows the last ${lines ?? '50'} lines of ${path}.`,
  },
  {
    id: 'log-errors',
    topic: 'errors in the journal',
    example: 'Any errors in the logs of prod?',
    patterns: [
      re(
        String.raw`errors? (?:\S+ ){0,5}?(?:logs?|journal|syslog)\b|(?:log|journal) errors?|what went wrong|any errors`,
      ),
    ],
    command: () => 'journalctl -p err -n 50 --no-pager',
    describe: () => 'Shows the last 50 errors of the system journal.',
  },
  {
    id: 'unit-logs',
    topic: 'logs of a service',
    example: 'Logs of nginx on web-1',
    patterns: [
      re(String.raw`(?:logs?|journal) (?:of|for|from) (?:the )?(?:service )?${UNIT}`),
      re(String.raw`${UNIT}(?:'s)? (?:service )?(?:logs?|journal)\b`),
    ],
    command: ({ unit }) => `journalctl -u ${unit} -n 50 --no-pager`,
    describe: ({ unit }) => `Shows the last 50 journal entries of ${unit}.`,
    ofHost: 'logs',
  },
  {
    id: 'logs',
    topic: 'system logs',
    example: 'Show recent logs',
    patterns: [re(String.raw`logs?(?! (?:in to|into|off|out)\b)|journal|syslog|dmesg|kernel messages`)],
    command: () => 'journalctl -n 50 --no-pager',
    describe: () => 'Shows the last 50 entries of the system journal.',
  },
  {
    id: 'failed-services',
    topic: 'failed services',
    example: 'Which services failed?',
    patterns: [
      re(
        String.raw`(?:failed|failing|broken|dead|crashed) (?:services?|units?|daemons?)|(?:services?|units?|daemons?) (?:\S+ ){0,4}?(?:failed|failing|broken|down|dead|crashed)\b`,
      ),
    ],
    command: () => 'systemctl --failed --no-pager',
    describe: () => 'Shows the services that failed.',
  },
  {
    id: 'package-updates',
    topic: 'package updates',
    example: 'Which packages can be updated?',
    patterns: [re(String.raw`(?:updates?|updated|upgrades?|upgraded|patches|upgradable|outdated|out of date)\b`)],
    command: () =>
      'if command -v apt >/dev/null; then apt list --upgradable 2>/dev/null; elif command -v dnf >/dev/null; then dnf -q check-update || true; elif command -v apk >/dev/null; then apk version -l "<"; fi',
    describe: () => 'Shows the packages for which there is a newer version.',
  },
  {
    id: 'port',
    topic: 'one port',
    example: 'What listens on port 443?',
    patterns: [re(String.raw`ports? ${PORT}\b`)],
    command: ({ port }) => `ss -tulpn | grep -E ":${port}\\b" || echo "Nothing listens on port ${port}"`,
    describe: ({ port }) => `Shows what listens on port ${port}.`,
  },
  {
    id: 'ports',
    topic: 'open ports',
    example: 'Show open ports of web-1',
    patterns: [re(String.raw`ports?|listen(?:s|ing)?|sockets?`)],
    command: () => 'ss -tulpn',
    describe: () => 'Shows the ports on which programs listen.',
  },
  {
    id: 'service',
    topic: 'the state of a service',
    example: 'Is nginx running on web-1?',
    patterns: [
      re(String.raw`(?:status|state|health) (?:of|for) (?:the )?(?:service )?${UNIT}`),
      re(
        String.raw`(?:is|are) (?:the )?(?:service )?${UNIT} (?:service )?(?:\w+ )?(?:running|up|active|alive|started|enabled|down|ok|healthy)\b`,
      ),
      re(String.raw`${UNIT} (?:service )?(?:status|state)\b`),
      re(String.raw`service ${UNIT}`),
      re(String.raw`${UNIT} service\b`),
    ],
    command: ({ unit }) => `systemctl status ${unit} --no-pager --lines=20`,
    describe: ({ unit }) => `Shows the state of the service ${unit} and its last log entries.`,
    ofHost: 'uptime',
  },
  {
    id: 'services',
    topic: 'running services',
    example: 'List the services of db-1',
    patterns: [re('services?|daemons?|units?')],
    command: () => 'systemctl list-units --type=service --state=running --no-pager',
    describe: () => 'Shows the services that are running.',
  },
  {
    id: 'package',
    topic: 'one package',
    example: 'Which version of openssl is installed?',
    patterns: [
      re(String.raw`versions? of (?:the )?(?:package )?${UNIT}`),
      re(String.raw`is (?:the )?(?:package )?${UNIT} (?:package )?installed`),
      re(String.raw`(?:has|have|with|find|which (?:\S+ ){0,3}?have) (?:the )?(?:package )?${UNIT} installed`),
      re(String.raw`package ${UNIT}`),
      re(String.raw`${UNIT} (?:package|version)\b`),
    ],
    command: ({ unit }) =>
      `if command -v dpkg-query >/dev/null; then dpkg-query -W ${unit}; elif command -v rpm >/dev/null; then rpm -q ${unit}; else apk info -v ${unit}; fi`,
    describe: ({ unit }) => `Shows whether the package ${unit} is installed, and its version.`,
  },
  {
    id: 'packages',
    topic: 'installed packages',
    example: 'List installed packages',
    patterns: [re(String.raw`packages?|installed (?:software|programs)`)],
    command: () =>
      'if command -v dpkg-query >/dev/null; then dpkg-query -W; elif command -v rpm >/dev/null; then rpm -qa | sort; else apk info -v; fi',
    describe: () => 'Lists the installed packages and their versions.',
  },
  {
    id: 'accounts',
    topic: 'user accounts',
    example: 'List the user accounts of web-1',
    patterns: [re(String.raw`(?:user )?accounts?|(?:list|all|show) (?:\S+ )?users?\b(?! (?:logged|online|connected))`)],
    command: () => 'getent passwd | cut -d: -f1,3,7',
    describe: () => 'Lists the accounts with their user ID and shell.',
  },
  {
    id: 'users',
    topic: 'users who are logged in',
    example: 'Who is logged in on web-1?',
    patterns: [re(String.raw`who(?:'s| is)? (?:\S+ )?(?:logged|online|connected|on)\b|users?|logged[- ]in`)],
    command: () => 'who',
    describe: () => 'Shows who is logged in.',
  },
  {
    id: 'file',
    topic: 'the beginning of a file',
    example: 'Show the file /etc/hosts',
    patterns: [
      re(
        String.raw`(?:cat|show|print|read|contents? of|what(?:'s| is) in|head of) (?:me )?(?:the )?(?:contents? of )?(?:the )?(?:file )?(?=[~/])(?<path>(?:~|/)[\w.@+/-]*[\w@+-]\.?\w)(?=[\s?.,!]|$)`,
      ),
    ],
    command: ({ path }) => `if [ -d ${path} ]; then ls -la ${path}; else head -n 100 ${path}; fi`,
    describe: ({ path }) => `Shows the first 100 lines of ${path}, or its entries if it is a directory.`,
  },
  {
    id: 'files',
    topic: 'files of a directory',
    example: 'List the files in /etc/nginx',
    patterns: [
      re(String.raw`(?:files?|ls|list|contents?|director(?:y|ies)|folders?) (?:\S+ ){0,4}?(?=[~/])${PATH}`),
      rePath(String.raw`${PATH} (?:directory|folder|exists?)`),
    ],
    command: ({ path }) => `ls -la ${path}`,
    describe: ({ path }) => `Lists the files in ${path}.`,
  },
];
