// The VNC client of the gateway, with a real server and programs on its display.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepare } from '../../gateway/launcher/prepare.mjs';
import type { DesktopTarget } from '../../gateway/desktop/target.ts';
import { symbolOfCharacter } from '../../src/wire/desktop/keySymbols.ts';
import { selfSigned } from '../support/certificate.ts';
import { DesktopClient } from '../support/desktopClient.ts';
import { Random } from '../support/random.ts';
import { startVncServer, toXwd, vncPassword, type VncServer } from '../support/desktopServers.ts';
import { freePort } from '../../gateway/process/listen.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHIFT: readonly [number, number] = [0xffe1, 0x2a];

let server: VncServer;
let directory: string;
const clients: DesktopClient[] = [];
const extraServers: VncServer[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'postern-desktop-'));
  server = await startVncServer();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.link.close();
  for (const extra of extraServers.splice(0)) await extra.stop();
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

const targetOf = ({ host, port }: VncServer): DesktopTarget => ({ address: { host, port } });

function open(target: DesktopTarget, options?: ConstructorParameters<typeof DesktopClient>[1]): DesktopClient {
  const client = new DesktopClient(target, options);
  clients.push(client);
  return client;
}

/** Opens a client, and moves the pointer into a corner without a window. */
async function opened(options?: ConstructorParameters<typeof DesktopClient>[1], from = server): Promise<DesktopClient> {
  const client = open(targetOf(from), options);
  await expect.poll(() => client.events).toContain('picture');
  client.move(1, 1);
  return client;
}

async function extraServer(...args: string[]): Promise<VncServer> {
  const extra = await startVncServer(args);
  extraServers.push(extra);
  return extra;
}

/** The difference between both pictures, empty if they are equal. */
function difference(client: DesktopClient, from = server): string {
  const shot = from.screenshot();
  const { screen } = client;
  if (shot.width !== screen.width || shot.height !== screen.height) return `${screen.width} × ${screen.height}`;
  let count = 0;
  for (let at = 0; at < shot.rgb.length; at++) if (shot.rgb[at] !== screen.rgb[at]) count++;
  return count === 0 ? '' : `${count} of ${shot.rgb.length} bytes differ`;
}

/**
 * A terminal in the middle of the screen that writes its input into a file, with reports of the mouse. Returns the text
 * so far.
 */
async function terminal(name: string, from = server): Promise<() => string> {
  const file = join(directory, name);
  const ready = join(directory, `${name}.ready`);
  const script = `stty raw -echo; printf '\\033[?1000h\\033[?1006h'; touch ${ready}; exec cat > ${file}`;
  const xterm = from.run('xterm', ['-u8', '-geometry', '60x20+100+100', '-e', 'sh', '-c', script], {
    LC_ALL: 'C.UTF-8',
  });
  await expect
    .poll(() => from.output('sh', ['-c', `test -e ${ready} && echo ready || true`]).toString())
    .toBe('ready\n');
  clientsEnd.push(() => xterm.kill());
  return () => readFileSync(file, 'utf8').replaceAll('\x1b', 'ESC');
}
const clientsEnd: (() => void)[] = [];
afterEach(() => {
  for (const end of clientsEnd.splice(0)) end();
});

describe('pictures', () => {
  test.each([
    ['Raw', [0]],
    ['Hextile', [5]],
    ['Tight', [7]],
    ['ZRLE', [16]],
    ['CopyRect and Raw', [1, 0]],
    ['all', undefined],
  ])('encoding %s shows the content of the display', async (_, encodings) => {
    const client = await opened(encodings ? { encodings } : {});
    await expect.poll(() => difference(client)).toBe('');
    server.output('xsetroot', ['-mod', '3', '5', '-fg', 'orange', '-bg', 'navy']);
    await expect.poll(() => difference(client)).toBe('');
    const before = client.events.length;
    const xterm = server.run('xterm', ['-geometry', '60x20+100+50', '-e', 'sh', '-c', COLOURS]);
    clientsEnd.push(() => xterm.kill());
    await expect.poll(() => client.events.length).toBeGreaterThan(before);
    await expect.poll(() => difference(client)).toBe('');
    xterm.kill();
    await expect.poll(() => difference(client)).toBe('');
    server.output('xsetroot', ['-solid', '#204060']);
    await expect.poll(() => difference(client)).toBe('');
    expect(client.end).toBeUndefined();
    expect(Math.max(...client.pictureBytes)).toBeLessThan(64 * 1024);
  });

  test.each([
    ['Raw', [0]],
    ['Hextile', [5]],
    ['Tight', [7]],
    ['ZRLE', [16]],
  ])('encoding %s shows noise and gradients exactly', async (name, encodings) => {
    const [width, height, left, top] = [301, 203, 37, 21];
    const client = await opened({ encodings });
    const part = () =>
      Buffer.concat(
        Array.from({ length: height }, (_, row) => {
          const start = ((top + row) * client.screen.width + left) * 3;
          return client.screen.rgb.subarray(start, start + width * 3);
        }),
      );
    const file = join(directory, `${name}.xwd`);
    const random = new Random(16);
    for (const colour of [() => random.below(256), (at: number) => (at % (width * 3)) / 4 + random.below(2)]) {
      const rgb = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => colour(at)));
      writeFileSync(file, toXwd({ width, height, rgb }));
      const viewer = server.run('xwud', ['-in', file, '-geometry', `+${left}+${top}`, '-noclick']);
      clientsEnd.push(() => viewer.kill());
      await expect.poll(() => part().equals(rgb)).toBe(true);
      viewer.kill();
    }
  });

  test('a snapshot contains the whole screen', async () => {
    server.output('xsetroot', ['-solid', '#123456']);
    const client = await opened();
    await expect.poll(() => difference(client)).toBe('');
    const whole = { ...client.screen, rgb: Buffer.alloc(client.screen.rgb.length) };
    for (const message of await client.link.snapshot()) client.paint(message, whole);
    expect(whole.rgb.equals(server.screenshot().rgb)).toBe(true);
  });

  test('no picture is sent before the client requests an update', async () => {
    const client = open(targetOf(server), { credits: 0 });
    await expect.poll(() => client.events).toContain('opened');
    server.output('xsetroot', ['-solid', 'red']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(client.events).not.toContain('picture');
    client.link.next();
    await expect.poll(() => client.events).toContain('picture');
  });

  test('the screen is resized', async () => {
    const extra = await extraServer();
    const client = await opened({ size: { width: 800, height: 600 } }, extra);
    await expect.poll(() => [client.screen.width, client.screen.height]).toEqual([800, 600]);
    client.link.resize({ width: 1000, height: 500 });
    await expect.poll(() => [client.screen.width, client.screen.height]).toEqual([1000, 500]);
    extra.output('xsetroot', ['-solid', 'green']);
    client.move(1, 1);
    await expect.poll(() => difference(client, extra)).toBe('');
  });

  test('pictures are decoded in a separate thread', async () => {
    await prepare(ROOT);
    const client = await opened({ threadFile: join(ROOT, 'dist/gateway/desktopThread.js') });
    await expect.poll(() => difference(client)).toBe('');
    await expect.poll(() => client.roundTrips.length).toBeGreaterThan(0);
    client.link.close();
    expect(await client.ended).toEqual({ kind: 'closed' });
    expect(await client.link.snapshot()).toEqual([]);
  });
});

describe('input', () => {
  test('key symbols are typed on the display', async () => {
    const typed = await terminal('keys');
    const client = await opened();
    client.move(200, 200);
    // Xvnc maps a key to each symbol that its keyboard does not have, one after the other, but only after its first
    // key.
    for (const [typedSoFar, character, scancode] of [
      ['x', 'x', 0x2d],
      ['xß', 'ß', 0x0c],
      ['xß€', '€', 0x12],
      ['xß€漢', '漢', 0],
    ] as const) {
      client.type([symbolOfCharacter(character), scancode]);
      await expect.poll(typed).toBe(typedSoFar);
    }
    client.link.input({ kind: 'keySymbol', symbol: SHIFT[0], scancode: SHIFT[1], isDown: true });
    client.type([symbolOfCharacter('Z'), 0x15], [symbolOfCharacter('?'), 0x0c]);
    client.link.input({ kind: 'keySymbol', symbol: SHIFT[0], scancode: SHIFT[1], isDown: false });
    client.type([symbolOfCharacter('y'), 0x2c], [0xff0d, 0x1c], [0xff52, 0xe048]);
    await expect.poll(typed).toBe('xß€漢Z?y\rESC[A');
  });

  test('scancodes without symbols are typed as on a US keyboard', async () => {
    const typed = await terminal('scancodes');
    const client = await opened();
    client.move(200, 200);
    for (const scancode of [0x2a, 0x1e]) client.link.input({ kind: 'key', scancode, isDown: true });
    for (const scancode of [0x2a, 0x1e]) client.link.input({ kind: 'key', scancode, isDown: false });
    for (const isDown of [true, false]) client.link.input({ kind: 'key', scancode: 0x1e, isDown });
    await expect.poll(typed).toBe('Aa');
  });

  test('buttons and wheel are sent', async () => {
    const reported = await terminal('buttons');
    const client = await opened();
    client.move(200, 200);
    for (const button of [0, 1, 2]) client.click(button);
    for (const [axis, delta] of [
      [0, 120],
      [0, -60],
      [0, -60],
      [1, 100],
      [1, -100],
    ] as const)
      client.link.input({ kind: 'wheel', axis, delta });
    const kinds = () => [...reported().matchAll(/ESC\[<(\d+);\d+;\d+M/g)].map(([, kind]) => Number(kind));
    await expect.poll(kinds).toEqual([0, 1, 2, 64, 65, 66, 67]);
  });

  test('a pressed button is released when the client closes', async () => {
    const reported = await terminal('release');
    const client = await opened();
    client.move(200, 200);
    client.link.input({ kind: 'pointerButton', button: 0, isDown: true });
    await expect.poll(reported).toContain('M');
    client.link.close();
    await expect.poll(reported).toMatch(/ESC\[<0;\d+;\d+m$/);
  });

  test.each(['320 240', '50 60'])('no picture contains the pointer, at any earlier position: %s', async (position) => {
    const extra = await extraServer();
    extra.output('xsetroot', ['-solid', 'navy', '-cursor_name', 'left_ptr']);
    extra.output('xdotool', ['mousemove', ...position.split(' ')]);
    const client = open(targetOf(extra));
    await expect.poll(() => client.events).toContain('picture');
    await expect.poll(() => difference(client, extra)).toBe('');
  });

  test('the pointer is sent separately to clients that paint it', async () => {
    await terminal('pointer');
    const client = await opened();
    client.move(200, 200);
    await expect.poll(() => client.pointer?.png.length ?? 0).toBeGreaterThan(50);
    const without = await opened({ hasOwnPointer: false });
    without.move(200, 200);
    await expect.poll(() => difference(without)).not.toBe('');
    expect(without.pointer).toBeUndefined();
  });
});

test('the clipboard is transferred in both directions', async () => {
  const extra = await extraServer();
  const client = await opened({}, extra);
  const text = 'Größe: 5 €\nzweite Zeile 漢字 🙂';
  extra.run('sh', ['-c', `printf '%s' "$TEXT" | xclip -selection clipboard -quiet`], { TEXT: text });
  await expect.poll(() => client.clipboards).toContain(text);
  client.link.setClipboard('zurück → 10 £\nEnde');
  await expect
    .poll(() => extra.output('sh', ['-c', 'timeout 3 xclip -selection clipboard -o || true']).toString())
    .toBe('zurück → 10 £\nEnde');
});

describe('sign-in', () => {
  const wrong = /refused the sign-in.*Check the user and the password/;

  test('requires the right password', async () => {
    const extra = await extraServer('-SecurityTypes', 'VncAuth', ...vncPassword(directory, 'secret12'));
    const client = open({ ...targetOf(extra), password: 'secret12' });
    await expect.poll(() => client.events).toContain('picture');
    const refused = open({ ...targetOf(extra), password: 'wrong' });
    expect(await refused.ended).toMatchObject({ kind: 'failed', text: expect.stringMatching(wrong) });
    const missing = open(targetOf(extra));
    expect(await missing.ended).toMatchObject({ text: expect.stringContaining('asks for a password') });
  });

  test.each(['TLSNone', 'TLSVnc', 'X509None', 'X509Vnc'])('supports VeNCrypt %s', async (type) => {
    const { cert, key } = selfSigned();
    writeFileSync(join(directory, 'cert.pem'), cert);
    writeFileSync(join(directory, 'key.pem'), key);
    const files = ['-X509Cert', join(directory, 'cert.pem'), '-X509Key', join(directory, 'key.pem')];
    const extra = await extraServer('-SecurityTypes', type, ...files, ...vncPassword(directory, 'secret12'));
    const target = { ...targetOf(extra), password: 'secret12' };
    const client = open(type.startsWith('X509') ? { ...target, tlsAuthority: cert } : target);
    await expect.poll(() => client.events).toContain('picture');
    await expect.poll(() => difference(client, extra)).toBe('');
    const strict = open({ ...target, tlsAuthority: selfSigned().cert });
    expect(await strict.ended).toMatchObject({
      text: expect.stringMatching(type.startsWith('X509') ? /certificate/ : /has no certificate/),
    });
  });

  test('refuses a server without a certificate if an authority is configured', async () => {
    const client = open({ ...targetOf(server), tlsAuthority: selfSigned().cert });
    expect(await client.ended).toMatchObject({ text: expect.stringContaining('no encryption with certificates') });
  });
});

describe('the end', () => {
  test('is reported if the server is killed', async () => {
    const extra = await extraServer();
    const client = await opened({}, extra);
    await extra.kill();
    expect(await client.ended).toMatchObject({ text: expect.stringContaining('closed the connection') });
  });

  test('is reported if the server does not exist', async () => {
    const client = open({ address: { host: '127.0.0.1', port: await freePort('127.0.0.1') } });
    expect(await client.ended).toMatchObject({ text: expect.stringContaining('refuses connections') });
    const unknown = open({ address: { host: 'desktop.invalid', port: 5900 } });
    expect(await unknown.ended).toMatchObject({
      text: expect.stringMatching(/name .* (is not known|cannot be looked up)/),
    });
  });
});

/** Cells of a thousand colours, then text. */
const COLOURS = `
  i=0; while [ $i -lt 1000 ]; do printf '\\033[48;2;%s;%s;%sm%s' $((i * 37 % 256)) $((i * 91 % 256)) $((i * 13 % 256)) $((i % 10)); i=$((i + 1)); done
  printf '\\033[0m'; for line in 1 2 3 4 5 6; do echo line $line; done; exec sleep 60`;
