// The terminal's websocket with a real gateway and real shells (streams §3).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

/** A 13.1.3 server's answers to sockets that it refused or that opened no shell. */
const recorded: { name: string; httpAnswer?: { status: number; body: string }; frames: { b64?: string }[] }[] =
  JSON.parse(
    readFileSync(new URL('../fixtures/recorded/streams/terminal-errors.json', import.meta.url), 'utf8'),
  ).entries;
const recordedAs = (name: string) => recorded.find((entry) => entry.name === name)!;

let gateway: TerminalGateway;
let admin: WebClient;
beforeAll(async () => {
  gateway = await startTerminalGateway();
  admin = gateway.admin;
}, 240_000);
afterAll(() => gateway.stop());

/** A shell of the administrator with a prompt that is easy to find. */
async function openShell(params: object = {}): Promise<TerminalClient> {
  const terminal = admin.terminal({ ...gateway.shell, ...params });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  terminal.type("PS1='re''ady> '; PS2=; unset PROMPT_COMMAND\r");
  await terminal.sees('ready> ');
  return terminal;
}

const texts = (terminal: TerminalClient) => terminal.of('r').map(({ payload }) => fromUtf8(payload));
const liveSession = async (id: string) => {
  const { sessions } = await admin.expect('GET', '/sites/-current-/sessions');
  return sessions.find((session: { id: string }) => session.id === id);
};

describe('a refusal before the upgrade has the status and the text of the reference', () => {
  const UNKNOWN = 'c0ffee00-0000-4000-8000-000000000001';
  const cases: [name: string, params: (shell: object) => object | string | undefined, options?: object][] = [
    ['unknown-node-uuid', (shell) => ({ ...shell, server_id: UNKNOWN })],
    ['missing-login', (shell) => ({ ...shell, login: undefined })],
    ['missing-server', (shell) => ({ ...shell, server_id: '' })],
    ['size-zero', (shell) => ({ ...shell, term: { w: 0, h: 0 } })],
    ['size-missing', (shell) => ({ ...shell, term: undefined })],
    ['size-4096', (shell) => ({ ...shell, term: { w: 4096, h: 24 } })],
    ['no-params', () => undefined],
    ['no-token', (shell) => shell, { token: '' }],
    ['bad-token', (shell) => shell, { token: 'wrong' }],
    ['no-cookie', (shell) => shell, { cookie: '' }],
    ['unknown-site', (shell) => shell, { site: 'nosuch.test' }],
  ];
  test.each(cases)('%s', async (name, params, options) => {
    const refusal = await admin.terminal(params(gateway.shell), options).opened;
    expect(refusal).toEqual(pick(recordedAs(name).httpAnswer!));
  });

  const pick = ({ status, body }: { status: number; body: string }) => ({ status, body });

  test('params that are not JSON', async () => {
    const refusal = await admin.terminal('{nope').opened;
    expect(refusal?.status).toBe(recordedAs('params-not-json').httpAnswer?.status);
  });

  test.each([
    [{ sid: 'abc', term: SIZE }, 400],
    [{ sid: randomUUID(), term: SIZE }, 404],
    [{ server_id: 'node-1:http', login: LOGIN, term: SIZE }, 400],
    [{ server_id: 'node-1', login: LOGIN, term: { w: 80.5, h: 24 } }, 500],
  ])('%j with status %i', async (params, status) => {
    expect((await admin.terminal(params).opened)?.status).toBe(status);
  });

  test('a node that the roles hide', async () => {
    await admin.addRole('prod-only', { allow: { logins: [LOGIN], node_labels: { env: 'prod' } } });
    const other = await admin.invite('paula', ['prod-only']);
    const refusal = await other.terminal(gateway.shell).opened;
    expect(refusal).toEqual(pick(recordedAs('node-not-granted').httpAnswer!));
  });

  test('a request without an upgrade', async () => {
    const query = new URLSearchParams({ params: JSON.stringify(gateway.shell) });
    const answer = await admin.get(`/sites/-current-/connect?${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  });
});

describe('the terminal reports', () => {
  /** The output of such a socket, and its close code. */
  async function outputOf(params: object): Promise<{ text: string; types: string; code: number }> {
    const terminal = admin.terminal({ ...gateway.shell, ...params });
    expect(await terminal.opened).toBeUndefined();
    const code = await terminal.closed;
    return { text: texts(terminal).join(''), types: terminal.frames.map(({ type }) => type).join(''), code };
  }

  test('a login that no role grants, also in the audit log', async () => {
    expect(await outputOf({ login: 'daemon' })).toEqual({
      text: 'access denied to daemon connecting to node-1',
      types: 'sr',
      code: 1000,
    });
    const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=auth');
    expect(events[0]).toMatchObject({ code: 'T3007W', login: 'daemon', user: 'admin', success: false });
  });

  test('a login without an account', async () => {
    const { text, types, code } = await outputOf({ login: 'no-such-user' });
    expect(text).toBe('Failed to launch: user: unknown user no-such-user.\r\r\nProcess exited with status 255');
    expect([types.replace(/r+/, 'r'), code]).toEqual(['sr', 1000]);
  });

  test('an unreachable server and an unknown server', async () => {
    expect((await outputOf({ server_id: 'far-away' })).text).toContain('failed to connect to far-away');
    expect((await outputOf({ server_id: 'no-such-host' })).text).toContain('There is no server "no-such-host".\r\n');
  });
});

describe('a shell', () => {
  test('starts with a session frame with the keys of the reference', async () => {
    const before = Date.now();
    const terminal = await openShell();
    expect(terminal.frames[0]?.type).toBe('s');
    const session = await terminal.session();
    const [reference] = recordedAs('node-by-hostname').frames.flatMap(({ b64 }) => (b64 ? [b64] : []));
    const json = /\{"session.*\}/.exec(Buffer.from(reference!, 'base64').toString())![0];
    expect(Object.keys(session).sort()).toEqual(Object.keys(JSON.parse(json).session).sort());
    expect(session).toMatchObject({
      kind: 'ssh',
      parties: null,
      terminal_params: { w: 0, h: 0 },
      login: LOGIN,
      server_id: gateway.nodeId,
      server_hostname: 'node-1',
      server_addr: '',
      cluster_name: 'example.test',
      owner: 'admin',
      moderated: false,
    });
    expect(Date.parse(session.created)).toBeGreaterThanOrEqual(before);
    expect(await liveSession(session.id)).toMatchObject({
      login: LOGIN,
      owner: 'admin',
      server_addr: gateway.nodeId,
      parties: [{ user: 'admin', server_id: gateway.nodeId }],
      participantModes: ['peer', 'moderator', 'observer'],
    });
  });

  test.each(['node-1', () => gateway.nodeId.toUpperCase()])('opens for %s', async (name) => {
    const terminal = await openShell({ server_id: typeof name === 'string' ? name : name() });
    expect(await terminal.session()).toMatchObject({ server_id: gateway.nodeId, server_hostname: 'node-1' });
  });

  test('runs as its login with a login environment and the requested size', async () => {
    const terminal = await openShell({ term: { w: 111, h: 37 } });
    terminal.type(
      'echo "<$(id -un) $USER $TERM $(tty | cut -d/ -f3) $(stty size)>"; shopt -q login_shell && echo is-login\r',
    );
    await terminal.sees(`<${LOGIN} ${LOGIN} xterm-256color pts 37 111>`);
    await terminal.sees('is-login\r\n');
  });

  test('accepts input from before its start, and every later resize', async () => {
    const terminal = admin.terminal(gateway.shell);
    onTestFinished(() => terminal.drop());
    await terminal.opened;
    terminal.resize(100, 30);
    terminal.type('echo "<$(stty size)>"\r');
    await terminal.sees('<30 100>');
    terminal.resize(4095, 4095);
    terminal.type('echo "<$(stty size)>"\r');
    await terminal.sees('<4095 4095>');
  });

  test('sends complete characters, and U+FFFD for invalid bytes', async () => {
    const terminal = await openShell();
    terminal.type(String.raw`printf '<A\342'; sleep 0.2; printf '\202\254B\377C \360\237\230\200>\n'` + '\r');
    await terminal.sees('<A€B\ufffdC 😀>\r\n');
  });

  test('sends frames of at most 32 KiB in the canonical encoding', async () => {
    const terminal = await openShell();
    terminal.type("head -c 300000 /dev/zero | tr '\\0' x; echo; echo do''ne\r");
    await terminal.sees('done\r\n');
    const frames = terminal.of('r');
    expect(Math.max(...frames.map(({ payload }) => payload.length))).toBeLessThanOrEqual(32 * 1024);
    for (const { payload, bytes } of frames) expect(Buffer.compare(bytes, encodeEnvelope('r', payload))).toBe(0);
    expect(
      texts(terminal)
        .join('')
        .match(/x{300000}/),
    ).not.toBeNull();
  });

  test('reports the state of connection and recording only to clients that request it', async () => {
    const [asking, silent] = [await openShell(), await openShell()];
    asking.send('l');
    await asking.until(() => asking.of('l').length > 0, 'the latency');
    expect(JSON.parse(fromUtf8(asking.of('l')[0]!.payload))).toEqual({ ws: expect.any(Number), recorded: true });
    silent.type('echo still-$((1+1))\r');
    await silent.sees('still-2');
    expect(silent.of('l')).toEqual([]);
  });

  test('that exits with 0 sends the closing line, then `c`, then closes', async () => {
    const terminal = await openShell();
    const { id } = await terminal.session();
    terminal.type('exit\r');
    expect(await terminal.closed).toBe(1000);
    expect(texts(terminal).at(-1)).toMatch(
      /^the connection was closed on the remote side at {2}\d\d \w{3} \d\d \d\d:\d\d UTC\n$/,
    );
    expect(Buffer.from(terminal.frames.at(-1)!.bytes).toString('hex')).toBe('0a0131120163');
    await expect.poll(() => liveSession(id)).toBeUndefined();
  });

  test.each([
    ['exit 3', 3],
    ['kill -9 $$', 255],
  ])('that ends with `%s` reports the exit status, without `c`', async (command, status) => {
    const terminal = await openShell();
    terminal.type(`${command}\r`);
    expect(await terminal.closed).toBe(1000);
    expect(texts(terminal).at(-1)).toBe(`Process exited with status ${status}`);
    expect(terminal.of('c')).toEqual([]);
  });

  test('opened in an unknown mode sends output and ignores input', async () => {
    const terminal = admin.terminal({ ...gateway.shell, mode: 'boss' });
    onTestFinished(() => terminal.drop());
    const { id } = await terminal.session();
    await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
    terminal.type('exit\r');
    const helper = admin.terminal({ sid: id, mode: 'peer', term: SIZE });
    await helper.opened;
    helper.type("echo still-he''re\r");
    await terminal.sees('still-here');
    helper.type('exit\r');
    expect(await helper.closed).toBe(1000);
  });

  test('opened by a client that disconnects at once is ended', async () => {
    const terminal = admin.terminal({ ...gateway.shell, KeepAliveInterval: 1e9 });
    await terminal.opened;
    terminal.send('c');
    expect(await terminal.closed).toBe(1000);
  });
});

describe('an input error ends the session with a message', () => {
  const cases: [name: string, send: (terminal: TerminalClient) => void][] = [
    ['a text frame', (terminal) => terminal.sendRaw('hello')],
    ['an empty frame', (terminal) => terminal.sendRaw(new Uint8Array())],
    ['a frame that is cut off', (terminal) => terminal.sendRaw(encodeEnvelope('r', 'hello').subarray(0, 10))],
    ['a frame with a wrong length', (terminal) => terminal.sendRaw(Buffer.from('0a01311201721a7f61', 'hex'))],
    ['bytes that are not a frame', (terminal) => terminal.sendRaw(Buffer.from('ffffffffffff', 'hex'))],
    ['an unknown frame type', (terminal) => terminal.send('q', 'x')],
    ['a resize to 0', (terminal) => terminal.send('w', '{"event":"resize","size":"0:0"}')],
    ['a resize to a negative size', (terminal) => terminal.send('w', '{"event":"resize","size":"-80:24"}')],
    ['a resize to 100000', (terminal) => terminal.send('w', '{"event":"resize","size":"100000:24"}')],
    ['a resize without a size', (terminal) => terminal.send('w', '{"event":"resize","width":80,"height":24}')],
    ['a resize that is not JSON', (terminal) => terminal.send('w', '{')],
    [
      'a resize of more than 64 kB',
      (terminal) => terminal.send('w', `{"size":"80:24","more":"${'x'.repeat(64 * 1024)}"}`),
    ],
    ['a file request without a direction', (terminal) => terminal.send('f', '{"location":"/etc/hostname"}')],
    ['an incomplete decision', (terminal) => terminal.send('t', '{"requestId":"x"}')],
  ];
  test.each(cases)('%s', async (_, send) => {
    const terminal = await openShell();
    const { id } = await terminal.session();
    send(terminal);
    expect(await terminal.closed).toBe(1000);
    expect(texts(terminal).slice(-2)).toEqual([
      '\r\nError copying data to remote peer\r\n',
      expect.stringMatching(/^the connection was closed on the remote side/),
    ]);
    expect(terminal.frames.at(-1)?.type).toBe('c');
    await expect.poll(() => liveSession(id)).toBeUndefined();
  });

  test('is sent also to a client that does not answer pings', async () => {
    const terminal = admin.terminal({ ...gateway.shell, KeepAliveInterval: 1e9 }, { autoPong: false });
    expect(await terminal.closed).toBe(1000);
    expect(texts(terminal).at(-2)).toBe('\r\nError copying data to remote peer\r\n');
  });
});

describe('role options', () => {
  test('limit the number of terminals, and the refusal is logged', async () => {
    const options = { max_connections: 1 };
    await admin.addRole('one', { options, allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
    const other = await admin.invite('una', ['one']);
    const first = other.terminal(gateway.shell);
    onTestFinished(() => first.drop());
    await first.until(() => first.of('r').length > 0, 'a prompt');
    const second = other.terminal(gateway.shell);
    expect(await second.closed).toBe(1000);
    expect(texts(second).join('')).toContain(
      'You have 1 session open (terminals, commands, desktops and queries), and your roles do not allow more.',
    );
    const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=session.rejected');
    expect(events).toMatchObject([{ code: 'T1006W', user: 'una', login: LOGIN, max: 1 }]);
  });

  test('end idle terminals', async () => {
    const options = { client_idle_timeout: '2s' };
    await admin.addRole('awake', { options, allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
    const other = await admin.invite('ida', ['awake']);
    const terminal = other.terminal(gateway.shell);
    const { id } = await terminal.session();
    terminal.send('l');
    await terminal.until(() => terminal.of('l').length > 0, 'the limit');
    expect(JSON.parse(fromUtf8(terminal.of('l')[0]!.payload))).toMatchObject({ idle: 2000 });
    expect(await terminal.closed).toBe(1000);
    expect(texts(terminal).at(-1)).toBe('\r\nDisconnected: idle for 2s.\r\n');
    await expect.poll(() => liveSession(id)).toBeUndefined();
    const { events } = await admin.expect('GET', '/sites/-current-/events/search?include=client.disconnect');
    expect(events).toMatchObject([{ code: 'T3006I', user: 'ida', login: LOGIN, reason: 'idle for 2s' }]);
  });
});

test('many simultaneous shells lose no output', async () => {
  const lines = 200;
  const shells = await Promise.all(Array.from({ length: 20 }, () => openShell()));
  for (const terminal of shells) terminal.type(`seq -f 'line-%g' 1 ${lines}; echo fin''ished\r`);
  for (const terminal of shells) {
    const output = await terminal.sees('finished\r\n');
    expect(output.match(/line-\d+\r\n/g)).toHaveLength(lines);
  }
});

test('a sign-out closes the sockets without a message and ends the shells', async () => {
  await admin.addRole('here', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
  const other = await admin.invite('leo', ['here', 'access']);
  const terminal = other.terminal(gateway.shell);
  const { id } = await terminal.session();
  await terminal.until(() => terminal.of('r').length > 0, 'a prompt');
  await other.signOut();
  expect(await terminal.closed).toBe(1006);
  expect(terminal.of('c')).toEqual([]);
  await expect.poll(() => liveSession(id)).toBeUndefined();
});
