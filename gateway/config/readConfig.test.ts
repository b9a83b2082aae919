import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import schema from './gateway.schema.json' with { type: 'json' };
import { readConfig } from './readConfig.ts';
import { toGatewayConfig } from './toGatewayConfig.ts';

const read = (text: string) => readConfig('gateway.yaml', text);
const config = (text: string) => toGatewayConfig(read(text).config, '/etc/postern');
const node = (rest: string) => `inventory:\n  - { kind: node, version: v2, sub_kind: openssh, ${rest} }\n`;

describe('an empty file', () => {
  test.each(['', '# only a comment\n', '{}'])('%j keeps every default', (text) => {
    expect(config(text)).toMatchObject({
      auth: { secondFactor: 'otp', passwordless: true, motd: '' },
      admin: { name: 'admin' },
      node: { labels: {}, commands: {}, ownAccount: true },
      inventory: [],
      ssh: { anyHost: false },
      recordings: {},
    });
  });
});

describe('settings', () => {
  test.each(['off', 'on', 'optional'])('second_factor: %s may be unquoted', (factor) => {
    expect(config(`auth: { second_factor: ${factor} }`).auth.secondFactor).toBe(factor);
    expect(config(`auth: { second_factor: "${factor}" }`).auth.secondFactor).toBe(factor);
  });
  test('an inventory entry may have empty values', () => {
    const text =
      'inventory:\n  - { kind: app, version: v3, metadata: { name: a, labels: }, spec: { uri: http://a, rewrite: ~ } }\n';
    expect(config(text).inventory[0]?.document).toMatchObject({ metadata: { name: 'a' }, spec: { uri: 'http://a' } });
  });
  test('the values of the file are read, and missing values get their defaults', () => {
    const text = `
cluster_name: example.test
auth: { second_factor: optional, motd: Hello, idle_timeout: 30m }
alerts: [{ name: noon, message: Maintenance, severity: medium }]
admin: { name: root-admin, logins: [root] }
node: { name: node-1, labels: { env: dev }, commands: { hostname: { command: [hostname], period: 5m }, up: { command: [uptime] } } }
recordings: { retention: 90d, search: { size: 500MB, retention: 30d } }
audit: { retention: 30d }
assist: { base_url: 'http://127.0.0.1:11434/v1/', model: qwen, timeout: 2m, retention: never }
`;
    expect(config(text)).toEqual({
      clusterName: 'example.test',
      auth: {
        secondFactor: 'optional',
        passwordless: true,
        motd: 'Hello',
        local: true,
        connector: 'local',
        idleTimeoutMs: 1_800_000,
        recoveryCodes: false,
        certificateTtlMs: 8 * 3600_000,
        passwordMin: 12,
        headless: true,
      },
      authInFile: ['second_factor', 'motd', 'idle_timeout'],
      sessions: { idleTimeoutMs: 0, idleMessage: '', endWithSignIn: false, factorEach: false, recorded: true },
      alerts: [{ name: 'noon', message: 'Maintenance', severity: 5 }],
      admin: { name: 'root-admin', logins: ['root'] },
      node: {
        name: 'node-1',
        labels: { env: 'dev' },
        ownAccount: true,
        commands: {
          hostname: { command: ['hostname'], periodMs: 300_000 },
          up: { command: ['uptime'], periodMs: 60_000 },
        },
      },
      inventory: [],
      integrations: { aws: {} },
      ssh: { anyHost: false },
      recordings: {
        retentionMs: 90 * 86_400_000,
        search: { maxChars: 500_000_000, retentionMs: 30 * 86_400_000 },
      },
      audit: { retentionMs: 30 * 86_400_000 },
      assist: {
        enabled: true,
        model: { baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen', timeoutMs: 120_000, maxOutputTokens: 2000 },
        messagesPerMinute: 20,
        messagesPerDay: 200,
        tokensPerDay: 500_000,
      },
    });
  });
  test('node: false removes this machine from the servers', () => {
    expect(config('node: false')).not.toHaveProperty('node');
  });
  test('recordings.retention: never disables the removal of recordings', () => {
    expect(config('recordings: { retention: never }').recordings).toEqual({ search: { maxChars: 1_000_000_000 } });
  });
  test('audit events are kept for a year by default, and forever with retention: never', () => {
    expect(config('').audit).toEqual({ retentionMs: 365 * 86_400_000 });
    expect(config('audit: { retention: never }').audit).toEqual({});
  });
  test('the scrollback of terminals is set only if the file sets it', () => {
    expect(config('')).not.toHaveProperty('scrollbackLines');
    expect(config('ui: { scrollback_lines: 0 }').scrollbackLines).toBe(0);
    expect(config('ui: { scrollback_lines: 5000 }').scrollbackLines).toBe(5000);
  });
  test('relative paths are resolved against the directory of the file, and ~ against the home', () => {
    const [ssh] = config(
      node(
        'metadata: { name: a }, spec: { hostname: h, addr: "h:22" }, connect: { identity_file: keys/a, known_hosts: ~/.ssh/known_hosts }',
      ),
    ).inventory;
    expect(ssh?.connect).toEqual({
      via: 'ssh',
      identity: { file: '/etc/postern/keys/a' },
      knownHosts: expect.stringMatching(/^\/.*\/\.ssh\/known_hosts$/),
    });
    expect(ssh?.document).not.toHaveProperty('connect');
  });
  test('an agentless server without a name gets the same id on every read', () => {
    const text = node('spec: { hostname: h, addr: "h:22" }');
    const [first] = config(text).inventory;
    expect(first?.document.metadata.name).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(config(text).inventory[0]).toEqual(first);
  });
});

describe('an error names the position, the expected value and the found value', () => {
  test.each([
    ['liten: {}', '1:8: unknown key liten; did you mean listen?'],
    [
      'auth:\n  second_factor: opt\n',
      '2:18: auth.second_factor: expected one of off, otp, webauthn, on, optional, found "opt"',
    ],
    ['listen: { port: "http" }', '1:17: listen.port: expected a port from 0 to 65535, found "http"'],
    ['listen: { tls: { cert: a.pem } }', '1:16: listen.tls.key is missing'],
    ['node: true', '1:7: node: expected false, or name, labels, commands and own_account, found true'],
    [
      'node: { labels: { env: yes } }',
      '1:24: node.labels.env: expected a string (put a number or yes/no in quotes), found true',
    ],
    [
      'node: { commands: { up: { command: [uptime], period: soon } } }',
      '1:54: node.commands.up.period: expected a duration from 1s to 24d, like 1m or 1h30m, found "soon"',
    ],
    ...['60d', '999ms', '25d', 'never'].flatMap((time): [text: string, message: string][] => {
      const message = `expected a duration from 1s to 24d, like 1m or 1h30m, found "${time}"`;
      return [
        [`node: { commands: { up: { command: [a], period: ${time} } } }`, `node.commands.up.period: ${message}`],
        [`ssh: { connect_timeout: ${time} }`, `ssh.connect_timeout: ${message}`],
        [`ssh: { keepalive: { interval: ${time} } }`, `ssh.keepalive.interval: ${message}`],
        [node(`connect: { keepalive: { interval: ${time} } }`), `connect.keepalive.interval: ${message}`],
        [`assist: { timeout: ${time} }`, `assist.timeout: ${message}`],
      ];
    }),
    ['ui: { scrollback_lines: -1 }', '1:25: ui.scrollback_lines: expected a whole number from 0 to 100000, found -1'],
    ['ui: { scrollback_lines: 1.5 }', '1:25: ui.scrollback_lines: expected a whole number from 0 to 100000, found 1.5'],
    ['audit: { retention: 0d }', '1:21: audit.retention: expected a duration like 90d, or never, found "0d"'],
    ['recordings: { retention: 90 }', '1:26: recordings.retention: expected a duration like 90d, or never, found 90'],
    ['assist: { base_url: "http://x/v1" }', '1:9: assist.model is missing: assist.base_url needs one'],
    ['assist: { model: x }', '1:9: assist.base_url is missing: the model has no address'],
    ['assist: { messages_per_day: 0 }', '1:29: assist.messages_per_day: expected a number from 1 to 1000000, found 0'],
    ['recordings: { search: { size: 2 } }', '1:31: recordings.search.size: expected a size like 500MB or 2GB, found 2'],
    ['alerts: [{ name: "a\\0b", message: x }]', '1:18: alerts[0].name: expected text without the character NUL'],
    ...['https://ex ample.com', 'https://example.com:99999', 'https://[::1'].map((url): [string, string] => [
      `public_url: "${url}"`,
      `1:13: public_url: expected an address like https://console.example.com, found "${url}"`,
    ]),
    ...['.', 'a b', 'system', 'SYSTEM', ''].map((name): [string, string] => [
      `admin: { name: "${name}" }`,
      `1:16: admin.name: expected a user name of letters, digits and @_:./+-, and not system, found "${name}"`,
    ]),
    ['admin: [root]', '1:8: admin: expected a mapping of keys to values, found ["root"]'],
    ['just text', '1:1: the file: expected a mapping of keys to values, found "just text"'],
    [node('metadata: { name: a }, spec: { hostname: h }'), '2:80: inventory[0]: spec.addr is missing'],
    [node('metadata: { name: a }, spec: { hostname: h, addr: h }'), 'spec.addr: expected host:port, found "h"'],
    [
      node('metadata: { name: a }, spec: { hostname: h, addr: "h:22" }, connect: { vnc: {} }'),
      'unknown key inventory[0].connect.vnc; valid keys: identity_file, passphrase_file',
    ],
    ['inventory: [{ kind: nod }]', 'inventory[0].kind: expected one of node, app,'],
    [
      'inventory: [{ kind: app, version: v3, spec: { uri: "http://x" } }]',
      'inventory[0]: metadata.name: expected a value that is not empty, found ""',
    ],
    [
      'inventory: [{ kind: db, version: v3, metadata: { name: a, labels: { "a b": c } }, spec: { protocol: redis, uri: x } }]',
      'expected a label name of letters',
    ],
  ])('%j', (text, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ name: 'StartError', message: expect.stringContaining(message) }),
    );
  });
  test('broken YAML is reported with its position', () => {
    expect(() => read('auth: {\n  motd: "x\n')).toThrow(/^gateway\.yaml:\d+:\d+: /);
  });
  test.each([
    ['auth: { motd: a }\n---\nauth: { second_factor: off }\n', 2],
    ['---\nauth: { motd: a }\n...\nadmin: {}\n', 3],
  ])('a second YAML document is refused: %j', (text, line) => {
    expect(() => read(text)).toThrow(
      `gateway.yaml:${line}:1: a second document begins here. Write all settings into one document`,
    );
  });
  test('bytes that are not UTF-8 are refused', () => {
    expect(() => read(Buffer.from('node:\n  labels: { city: Z\xfcrich }\n', 'latin1').toString('utf8'))).toThrow(
      'gateway.yaml:2:20: expected text in UTF-8, found other bytes. Save the file as UTF-8',
    );
  });
  test('document markers around one document are allowed', () => {
    expect(config('# head\n---\nauth: { motd: a }\n...\n# end\n').auth.motd).toBe('a');
  });
  test('two inventory entries of the same kind and name are refused', () => {
    const app = '{ kind: app, version: v3, metadata: { name: a }, spec: { uri: "http://x" } }';
    expect(() => read(`inventory:\n  - ${app}\n  - ${app}\n`)).toThrow(
      'gateway.yaml:3:5: inventory[1] is a second app named a, the first is inventory[0]',
    );
  });
  test('two applications with the same host name are refused', () => {
    const app = (name: string, host: string) =>
      `  - { kind: app, version: v3, metadata: { name: ${name} }, spec: { uri: "http://x", public_addr: ${host} } }\n`;
    expect(() => read(`inventory:\n${app('a', 'x.test')}${app('b', 'y.test')}${app('c', 'X.test.')}`)).toThrow(
      /^gateway\.yaml:4:\d+: inventory\[2\]\.spec\.public_addr: x\.test is the host name of inventory\[0\]$/,
    );
  });
  test('two alerts with the same name are refused', () => {
    expect(() => read('alerts:\n  - { name: a, message: one }\n  - { name: a, message: two }\n')).toThrow(
      'gateway.yaml:3:13: alerts[1] is a second alert named a, the first is alerts[0]',
    );
  });
});

test('an unknown field of a document is a warning, not an error', () => {
  const text = node('metadata: { name: a }, spec: { hostname: h, addr: "h:22", adr: x }');
  expect(read(text).warnings).toEqual([
    expect.stringContaining('inventory[0].spec.adr is not a field of node and is ignored'),
  ]);
});

test('the inventory of the recorded cluster is read without warnings', () => {
  const file = 'tests/fixtures/gateway.yaml';
  const { config: parsed, warnings } = readConfig(file, readFileSync(file, 'utf8'));
  expect(warnings).toEqual([]);
  expect(parsed.inventory).toHaveLength(32);
});

test('the example of docs/configuration.md is valid and names every key', () => {
  const docs = readFileSync('docs/configuration.md', 'utf8');
  const example = /```yaml\n([^]*?)```/.exec(docs)?.[1] ?? '';
  const { config: parsed, warnings } = readConfig('docs', example);
  expect(warnings).toEqual([]);
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(schema.properties).sort());
});
