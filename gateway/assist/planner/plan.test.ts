import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { EXAMPLE_REQUESTS } from '../../../src/wire/assist/messages.ts';
import { INTENTS, findIntent, planRequest } from './plan.ts';
import { chooseServers, markTargets, queryOf, wordsOf, type ServerFacts } from './servers.ts';

/** Requests by their intent. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  uptime: [
    'uptime',
    'Show me the uptime of all servers',
    'how long have the prod servers been up?',
    'How long has web-1 been running?',
    'since when is it up? uptime please',
    "what's the uptime on node-1",
  ],
  load: ['What is the load on node-1?', 'show load average', 'cpu usage in production', 'is web-1 busy?', 'load'],
  disk: [
    'how full are the disks on the dev machines?',
    'disk usage',
    'Is there free space left on web-1?',
    'show filesystems of team core',
    'are any prod servers running out of disk space',
    'df -h on all servers',
  ],
  inodes: ['are we out of inodes on web-1?'],
  'directory-size': [
    'how big is /var/log on web-1?',
    'disk usage of /home',
    'what is the size of /var/lib/docker',
    'biggest directories in /var',
  ],
  memory: ['memory', 'how much ram is free on db-1?', 'is the swap used?', 'show memory usage in staging'],
  'processes-memory': [
    'which processes use the most memory?',
    'what is eating memory on web-1',
    'top processes by memory',
  ],
  processes: [
    'show processes',
    'what uses the cpu on db-1?',
    "what's running on web-1?",
    'which process is hogging the cpu',
    'ps aux',
  ],
  services: ['list services', 'show the running services of web-1'],
  'failed-services': [
    'which services failed?',
    'failed units on prod',
    'are any services down?',
    'list broken services',
  ],
  service: [
    'is nginx running on web-1?',
    'status of sshd',
    'nginx status in prod',
    'check the status of the postgresql service',
    'service cron',
  ],
  logs: ['show logs', 'show me recent log entries', 'journal of all servers please', 'dmesg'],
  'unit-logs': ['logs of nginx on web-1', 'show the nginx logs', 'journal for sshd', 'show logs from docker'],
  'log-errors': ['any errors in the logs?', 'show errors in the journal of web-1', 'what went wrong on prod'],
  'log-file': [
    'show the last 100 lines of /var/log/syslog',
    'tail /var/log/auth.log',
    'latest lines of /var/log/nginx/error.log on web-1',
  ],
  packages: ['list installed packages', 'which packages are there', 'show packages on web-1'],
  package: ['which version of openssl is installed?', 'is curl installed on web-1?', 'openssl version', 'package bash'],
  'package-updates': [
    'which packages can be upgraded? show upgrades',
    'are there updates for prod?',
    'is anything outdated',
    'pending security updates',
  ],
  users: [
    'who is logged in?',
    'who is on web-1',
    'which users are logged in',
    'users currently connected',
    "who's online",
  ],
  logins: ['show last logins', 'who logged in recently?', 'login history of web-1', 'did bob log in today?'],
  accounts: ['list user accounts', 'show all users', 'which accounts exist on web-1'],
  ports: ['open ports', 'what is listening?', 'show listening ports on prod', 'list sockets'],
  port: ['what listens on port 443?', 'is port 22 open on web-1', 'who uses port 8080', 'which process uses port 80?'],
  files: ['list files in /etc/nginx', 'ls /var/www', 'what files are in ~/bin'],
  file: ['show the file /etc/hosts', 'cat /etc/os-release', 'contents of /etc/resolv.conf'],
  reboots: [
    'when was web-1 last rebooted?',
    'last reboot of all servers',
    'show reboot history',
    'was prod rebooted yesterday?',
    'did anything reboot last night',
  ],
  'reboot-needed': [
    'which servers need a reboot?',
    'is a reboot required on prod?',
    'does web-1 need to be restarted',
    'pending reboots',
  ],
  reboot: [
    'reboot web-1',
    'please restart the servers of team core',
    'can you reboot node-1',
    'Restart the machine web-1',
    'restart all the prod servers',
  ],
};

const FACTS: ServerFacts = { names: [], labels: [] };
/** All servers and labels. The facts of a request are those that its words name. */
const ALL = {
  names: ['node-1', 'web-1', 'web-2', 'db-1', 'db-2', 'web-10.example.test'],
  labels: [
    { key: 'env', value: 'prod' },
    { key: 'env', value: 'dev' },
    { key: 'env', value: 'staging' },
    { key: 'team', value: 'core' },
    { key: 'team', value: 'web' },
    { key: 'role', value: 'db' },
    { key: 'cluster', value: 'core' },
    { key: 'os', value: 'ubuntu' },
    { key: 'critical', value: 'yes' },
    { key: 'team', value: 'disk' },
    { key: 'region', value: 'eu-west-1' },
    { key: 'patch-group', value: 'blue' },
  ],
};
function factsOf(text: string): ServerFacts {
  const words = new Set(wordsOf(text));
  return {
    names: ALL.names.filter((name) => words.has(name)),
    labels: ALL.labels.filter(({ value }) => words.has(value)),
  };
}

describe('requests', () => {
  test.each(Object.entries(REQUESTS).flatMap(([id, texts]) => texts.map((text) => [text, id])))(
    '%s → %s',
    (text, id) => {
      expect(findIntent(text)?.intent.id).toBe(id);
    },
  );

  test('each intent has requests and matches its own example', () => {
    for (const { id, example } of INTENTS) {
      expect(REQUESTS[id], id).toBeDefined();
      expect(findIntent(example)?.intent.id, example).toBe(id);
    }
  });

  test.each(EXAMPLE_REQUESTS)('the example %s of the page selects all servers', (text) => {
    expect(planRequest(text, FACTS)).toMatchObject({ kind: 'command', servers: { kind: 'all' } });
  });

  test.each([
    'hello',
    '',
    'write me a poem',
    'why is the sky blue',
    'delete everything',
    'install nginx on web-1',
    'log in to web-1',
    'log out everyone',
    'rm -rf /',
    'what does exit code 137 mean?',
    'x'.repeat(16_000),
    'a '.repeat(8000),
    '/'.repeat(16_000),
  ])('%.40s is an unknown request', (text) => {
    expect(planRequest(text, FACTS)).toEqual({ kind: 'unknown' });
  });

  test('are planned in little time, regardless of their text', () => {
    const parts =
      'log |last |which |on a-|x|process |reboot |~/|/a |a=b |of |need |-|- |process -|a.|.|who uses |all |/ |\t|last -'.split(
        '|',
      );
    const spentMs = cpuClock();
    for (const part of parts) {
      const text = part.repeat(16_000 / part.length);
      planRequest(text, factsOf(text.slice(0, 500)));
      planRequest(`last ${text}`, FACTS);
      planRequest(`processes ${text} memor`, FACTS);
    }
    expect(spentMs() / parts.length).toBeLessThan(50);
  });
});

describe('commands', () => {
  test.each([
    ['status of nginx', 'systemctl status nginx --no-pager --lines=20'],
    ['logs of nginx.', 'journalctl -u nginx -n 50 --no-pager'],
    ['last 100 lines of /var/log/syslog', 'tail -n 100 /var/log/syslog'],
    ['what listens on port 443?', 'ss -tulpn | grep -E ":443\\b" || echo "Nothing listens on port 443"'],
    ['list files in /etc/nginx', 'ls -la /etc/nginx'],
  ])('%s → %s', (text, command) => {
    const plan = planRequest(text, FACTS);
    expect(plan.kind === 'command' && plan.command).toBe(command);
  });

  test.each([
    ['logs of web-1', 'logs', 'name == "web-1"'],
    ['show the web-1 logs', 'logs', 'name == "web-1"'],
    ['logs of web-1 and db-1', 'logs', 'name == "web-1" || name == "db-1"'],
    ['status of WEB-1', 'uptime', 'name == "web-1"'],
    ['is web-1 up?', 'uptime', 'name == "web-1"'],
    ['logs of nginx on web-1', 'unit-logs', 'name == "web-1"'],
    ['is nginx running on nginx', 'service', 'name == "nginx"'],
    ['disk usage of home on web-1', 'disk', 'name == "web-1"'],
    ['is nginx running on web-1?', 'service', 'name == "web-1"'],
    ['status of nginx', 'uptime', 'name == "nginx"'],
    ['status of the nginx service at web-1', 'service', 'name == "web-1"'],
  ])('%s: %s', (text, id, query) => {
    const facts = { ...factsOf(text), names: [...factsOf(text).names, ...(text.includes('nginx') ? ['nginx'] : [])] };
    const plan = planRequest(text, facts);
    expect(plan.kind === 'command' ? [plan.intent.id, queryOf(plan.servers)] : plan).toEqual([id, query]);
  });

  test.each([
    'status of nginx;reboot',
    'logs of $(reboot)',
    'list files in /etc/`reboot`',
    'tail /var/log/$(id)',
    'logs of nginx && reboot',
    'show the file /etc/hosts;id',
    'last 50 lines of /var/log/x|sh',
    'list files in /tmp\nreboot',
    "status of nginx' 'x",
    'is port 22;id open',
  ])('contain no shell syntax of a request: %s', (text) => {
    const plan = planRequest(text, FACTS);
    const command = plan.kind === 'command' ? plan.command : '';
    const template = command.replace(/[\w@+./~-]+/g, 'x');
    const others = INTENTS.map(({ command }) =>
      command({ unit: 'nginx', path: '/x', port: '1', lines: '1' }).replace(/[\w@+./~-]+/g, 'x'),
    );
    expect([...others, '']).toContain(template);
  });

  test.each([
    'delete user bob on web-1',
    'stop the cron service',
    'please restart the nginx service on web-1',
    'install updates on all prod servers',
    'can you remove the package curl',
    'format the disk of db-1',
    'close port 8080',
    'open port 443 on web-1',
    'clean up disk space on web-1',
    'update packages on prod',
    'truncate /var/log/syslog on web-1',
  ])('%s: a request for a change gets no command that only reads', (text) => {
    expect(planRequest(text, factsOf(text))).toMatchObject({ kind: 'only-reads' });
  });

  test.each(['open ports', 'updates for web-1', 'installed packages', 'free space on web-1', 'update history'])(
    '%s: is not read as a change',
    (text) => expect(planRequest(text, factsOf(text))).toMatchObject({ kind: 'command' }),
  );

  test('change nothing, except for the intents that declare it', () => {
    const changing = INTENTS.filter(({ changes }) => changes !== undefined).map(({ id }) => id);
    expect(changing).toEqual(['reboot']);
  });
});

describe('servers', () => {
  test.each([
    ['uptime of web-1', 'name == "web-1"'],
    ['uptime on web-1 and db-1', 'name == "web-1" || name == "db-1"'],
    ['uptime on web-10.example.test.', 'name == "web-10.example.test"'],
    ['uptime where env=prod', 'labels["env"] == "prod"'],
    ['uptime where env: dev', 'labels["env"] == "dev"'],
    ['uptime in production', 'labels["env"] == "prod"'],
    ['uptime of prod servers', 'labels["env"] == "prod"'],
    ['uptime of the Prod machines', 'labels["env"] == "prod"'],
    ['uptime of prod and dev', 'labels["env"] == "prod" || labels["env"] == "dev"'],
    ['uptime of team core', 'labels["team"] == "core"'],
    ['uptime of core servers', 'labels["team"] == "core" && labels["cluster"] == "core"'],
    ['uptime of the prod servers of team web', 'labels["env"] == "prod" && labels["team"] == "web"'],
    ['uptime of the ubuntu servers', 'labels["os"] == "ubuntu"'],
    ['uptime of web servers', 'labels["team"] == "web"'],
    ['uptime where critical=yes', 'labels["critical"] == "yes"'],
    ['uptime of team disk', 'labels["team"] == "disk"'],
    ['uptime of servers in eu-west-1', 'labels["region"] == "eu-west-1"'],
    ['uptime where patch-group=blue', 'labels["patch-group"] == "blue"'],
    ['which services are not running on web-1?', 'name == "web-1"'],
    ['uptime, but only of web-1', 'name == "web-1"'],
    ['are there no updates for prod?', 'labels["env"] == "prod"'],
    ['disk usage of web-1 and the staging servers', 'name == "web-1" || labels["env"] == "staging"'],
    ['disk usage of web-1 in production', 'name == "web-1"'],
    ['memory of web-1, and its load', 'name == "web-1"'],
    ['lines of syslog of web-1 and db-1, please', 'name == "web-1" || name == "db-1"'],
    ['which packages are out of date on web-1?', 'name == "web-1"'],
    ['list of sockets and daemons for web-1 in total', 'name == "web-1"'],
    ['Check node-1 disk space', 'name == "node-1"'],
    ['check disk node-1', 'name == "node-1"'],
    ['show node-1 uptime', 'name == "node-1"'],
    ['tell web-1 uptime', 'name == "web-1"'],
    ['reboot web-1', 'name == "web-1"'],
    ['Please reboot WEB-1 and web-2, thanks!', 'name == "web-1" || name == "web-2"'],
    ['reboot "web-1", web-2 & db-1 now', 'name == "web-1" || name == "web-2" || name == "db-1"'],
    ['reboot the servers web-1 web-2', 'name == "web-1" || name == "web-2"'],
    ['restart all the prod servers', 'labels["env"] == "prod"'],
    ['reboot the servers with env=prod', 'labels["env"] == "prod"'],
    ['reboot everything in production', 'labels["env"] == "prod"'],
    ['reboot every prod server of team web', 'labels["env"] == "prod" && labels["team"] == "web"'],
    ['reboot the prod and staging servers', 'labels["env"] == "prod" || labels["env"] == "staging"'],
    ['reboot all the dev machines and the host web-1', 'name == "web-1" || labels["env"] == "dev"'],
    ['reboot servers in eu-west-1', 'labels["region"] == "eu-west-1"'],
  ])('%s → %s', (text, query) => {
    const plan = planRequest(text, factsOf(text));
    expect(plan.kind === 'command' ? queryOf(plan.servers) : plan).toBe(query);
  });

  test.each([
    ['uptime of all servers', 'all'],
    ['uptime everywhere', 'all'],
    ['show uptime', 'none'],
    ['yes, show uptime', 'none'],
    ['how full is the disk?', 'none'],
  ])('%s → %s', (text, kind) => {
    expect(chooseServers(markTargets(text, factsOf(text))).kind).toBe(kind);
  });

  test.each([
    ['uptime on foo-9', ['foo-9'], false],
    ['uptime of the database servers', ['database'], false],
    ['uptime of prod database servers', ['database'], false],
    ['uptime where env=qa', ['qa'], false],
    ['uptime of the windows servers', ['windows'], true],
    ['reboot foo-9', ['foo-9'], false],
    ['uptime of far-away', ['far-away'], false],
    ['status of nginx in eu.example.test', ['eu.example.test'], false],
    ['uptime on web-1 and on web-7', ['web-7'], false],
    ['uptime of web-1 and web-9', ['web-9'], false],
    ['uptime web-1 web-9', ['web-9'], false],
    ['uptime of web-1 through web-9', ['web-9'], false],
    ['uptime of the database servers.', ['database'], false],
    ['disk usage on web-1, web-7 and db-1', ['web-7'], false],
    ['uptime of the servers web-1, web-2 or foo', ['foo'], false],
    ['disk usage of prod and payments', ['payments'], false],
    ['uptime of all servers in tokyo', ['tokyo'], false],
    ['uptime of nonprod', ['nonprod'], false],
    ['disk usage for the payments servers', ['payments'], false],
  ])('%s: reports the unknown servers %j', (text, words, isSystem) => {
    expect(planRequest(text, factsOf(text))).toEqual({ kind: 'unknown-servers', words, isSystem });
  });

  test.each([
    ['Reboot all servers except web-1', 'except'],
    ['Reboot all servers except far-away', 'except'],
    ['Reboot all prod servers but not web-1', 'but'],
    ['Reboot web-1 now, not later', 'not'],
    ['reboot all servers without docker', 'without'],
    ['disk usage on servers not in prod', 'not'],
    ['disk usage on servers that are not in team core', 'not'],
    ['disk on env!=prod servers', '!='],
    ['disk where env is not prod', 'not'],
    ["uptime of servers that aren't in prod", "aren't"],
    ['uptime of servers that aren’t in prod', "aren't"],
    ['uptime of everything other than web-1', 'other than'],
    ['uptime of all servers excluding team web', 'excluding'],
    ['uptime of all but node-1', 'but'],
    ['uptime of all servers without env=prod', 'without'],
    ['uptime of all servers, not web-7', 'not'],
    ['uptime everywhere apart from dev', 'apart from'],
    ['uptime outside of production', 'outside'],
  ])('%s: is refused because of the exclusion “%s”', (text, word) => {
    expect(planRequest(text, factsOf(text))).toEqual({ kind: 'exclusion', word });
  });

  test.each(['check servers for disk space', 'show me hosts uptime', 'get nodes uptime.'])(
    '%s: names no particular servers',
    (text) => expect(planRequest(text, factsOf(text))).toMatchObject({ kind: 'command', servers: { kind: 'none' } }),
  );

  /** Hosts whose names are common words of requests. */
  const NAMESAKES = { ...ALL, names: ['please', 'live', 'the', 'servers', 'all', 'now', 'web-1'] };

  test.each([
    ['uptime please', 'none'],
    ['uptime of the servers please', 'none'],
    ['uptime of all the servers', 'all'],
    ['reboot all the servers now please', 'all'],
  ])('%s: common words are not host names', (text, kind) => {
    expect(planRequest(text, NAMESAKES)).toMatchObject({ kind: 'command', servers: { kind } });
  });

  test.each([
    ['disk usage of production', 'labels["env"] == "prod"'],
    ['uptime of "please"', 'name == "please"'],
    ['uptime of the host named now', 'name == "now"'],
    ['uptime where host=all', 'name == "all"'],
    ['reboot "the" and web-1 now', 'name == "the" || name == "web-1"'],
  ])('%s → %s, although hosts have common words as names', (text, query) => {
    const labels = factsOf(text).labels;
    const plan = planRequest(text, { ...NAMESAKES, labels });
    expect(plan.kind === 'command' ? queryOf(plan.servers) : plan).toBe(query);
  });

  test('“the server now” is not a host named now', () => {
    expect(planRequest('reboot the server now', NAMESAKES)).toMatchObject({ kind: 'which-servers' });
  });

  test('a host name that is also a common word is reported as such', () => {
    const plan = planRequest('How full are the disks on Box?', { names: ['box'], labels: [] });
    expect(plan).toEqual({ kind: 'common-name', word: 'box' });
  });

  test.each(['reboot all servers', 'reboot all of our servers', 'reboot every server', 'please reboot everything.'])(
    '%s: selects all servers',
    (text) => expect(planRequest(text, factsOf(text))).toMatchObject({ kind: 'command', servers: { kind: 'all' } }),
  );

  test.each([
    'reboot all servers, omit web-1',
    'reboot all servers, ignore web-1',
    'reboot all prod servers, leave web-1 alone',
    'reboot all prod servers, keep web-1 running',
    'reboot prod servers, spare web-1',
    'reboot all servers w/o prod',
    'reboot all servers, leave prod alone',
    'reboot everything in staging bar db-2',
    'reboot everything in staging save for db-2',
    'reboot prod servers -web-1',
    'reboot every server with a full disk',
    'reboot any server that is down',
    'reboot all servers up for more than 100 days',
    'reboot web-1 instead of web-2',
    'reboot web-2, web-1 is ok',
    'reboot web-2 (web-1)',
    'reboot web-1 and tell me the uptime of db-1',
    'reboot prod servers in tokyo',
    'reboot prod servers of team payments',
    'reboot one of the prod servers',
    'reboot the prod server',
    'reboot web servers in staging and db servers in prod',
    'reboot web servers in staging and prod',
    'reboot env=prod or role=db',
    'reboot the prod servers in staging',
    'reboot web-1 in staging',
    'reboot all servers, web-1',
    'reboot web-1 or web-2',
    'reboot web-1 and foo',
    'reboot loop on web-1?',
    'reboot count for web-1',
    'reboot web-1 only if uptime is more than 30 days',
    'reboot web-1 and web-2 in 10 minutes',
    "reboot web-1's container",
    'reboot all',
    'reboot these servers',
    `reboot all servers ${' '.repeat(500)} of team web`,
    `reboot ${'web-1, '.repeat(80)}web-2`,
  ])('%s: requires a choice of servers', (text) => {
    const { kind } = planRequest(text, factsOf(text));
    expect(['which-servers', 'exclusion', 'unknown-servers']).toContain(kind);
  });

  test.each([
    ['Reboot all of these', 'name == "a" || name == "b"'],
    ['reboot these servers', 'name == "a" || name == "b"'],
    ['please reboot them', 'name == "a" || name == "b"'],
    ['reboot', 'name == "a" || name == "b"'],
    ['uptime', 'name == "a" || name == "b"'],
    ['uptime of all of these', 'name == "a" || name == "b"'],
    ['reboot web-1', 'name == "web-1"'],
    ['uptime of the prod servers', 'labels["env"] == "prod"'],
  ])('%s, with two servers attached → %s', (text, query) => {
    const plan = planRequest(text, factsOf(text), ['a', 'b']);
    expect(plan.kind === 'command' ? queryOf(plan.servers) : plan).toBe(query);
  });

  test('an ambiguous request requires a choice of servers, even with servers attached', () => {
    for (const one of ['reboot this server', 'reboot it'])
      expect(planRequest(one, factsOf(one), ['a', 'b']).kind).toBe('which-servers');
    expect(planRequest('reboot it', FACTS, ['a']).kind).toBe('command');
    const text = 'reboot all of these that are idle';
    expect(planRequest(text, factsOf(text), ['a', 'b'])).toMatchObject({ kind: 'which-servers' });
  });

  test('a change requires servers', () => {
    expect(planRequest('reboot', FACTS)).toMatchObject({ kind: 'which-servers' });
    expect(planRequest('reboot all servers', FACTS)).toMatchObject({ kind: 'command', servers: { kind: 'all' } });
  });
});
