import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../../tests/support/certificate.ts';
import type { StartOptions } from '../launcher/flags.mjs';
import { resolveSettings } from './resolveSettings.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-settings-'));
  const { cert, key } = selfSigned();
  writeFileSync(join(dir, 'cert.pem'), cert);
  writeFileSync(join(dir, 'key.pem'), key);
  writeFileSync(join(dir, 'other.pem'), 'no certificate');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const resolve = async (options: StartOptions, file?: string) => {
  const config = join(dir, 'gateway.yaml');
  if (file !== undefined) writeFileSync(config, file);
  return resolveSettings({ ...options, ...(file !== undefined && { config }) }, dir, () => Promise.resolve(4711));
};
const settings = async (options: StartOptions, file?: string) => (await resolve(options, file)).settings;

describe('precedence', () => {
  test('the defaults are loopback, port 3080 and data in the project directory', async () => {
    expect(await settings({})).toMatchObject({
      dataDir: join(dir, 'data'),
      listen: { host: '127.0.0.1', port: 3080, trustProxy: false },
      publicUrl: 'http://localhost:3080',
      mode: { kind: 'embedded' },
    });
  });
  test('the file overrides the default', async () => {
    const { listen } = await settings({}, 'listen: { port: 4000, host: "::1" }');
    expect(listen).toMatchObject({ port: 4000, host: '::1' });
  });
  test('flag and environment override the file', async () => {
    expect((await settings({ port: 4001 }, 'listen: { port: 4000, host: "::1" }')).listen).toMatchObject({
      port: 4001,
      host: '::1',
    });
    expect((await settings({ trustProxy: false }, 'listen: { trust_proxy: true }')).listen.trustProxy).toBe(false);
  });
  test('gateway.yaml of the data directory is read without a flag', async () => {
    const dataDir = mkdtempSync(join(dir, 'data-'));
    writeFileSync(join(dataDir, 'gateway.yaml'), 'listen: { port: 4002 }');
    expect((await settings({ dataDir })).listen.port).toBe(4002);
  });
  test('an IPv6 address may be in brackets', async () => {
    expect(await settings({ host: '[::1]' })).toMatchObject({
      listen: { host: '::1' },
      publicUrl: 'http://localhost:3080',
    });
  });
  test('port 0 is replaced by a free port', async () => {
    expect(await settings({ port: 0 })).toMatchObject({ listen: { port: 4711 }, publicUrl: 'http://localhost:4711' });
  });
});

describe('the public URL', () => {
  test.each([
    ['http://localhost:3080', {}],
    ['http://localhost:3080', { host: '127.0.0.9' }],
    ['https://10.0.0.7:443', { host: '10.0.0.7', trustProxy: true, port: 443 }],
    ['https://[fd00::7]:3080', { host: 'fd00::7', trustProxy: true }],
    [`https://${hostname()}:3080`, { host: '0.0.0.0', trustProxy: true }],
  ])('is %s for %j', async (url, options) => {
    expect((await settings(options)).publicUrl).toBe(new URL(url).origin);
  });
  test('is read from the file, without a trailing slash', async () => {
    expect((await settings({}, 'public_url: https://console.example.com/')).publicUrl).toBe(
      'https://console.example.com',
    );
  });
  test('is guessed with a warning behind a reverse proxy', async () => {
    expect((await resolve({ trustProxy: true })).warnings).toEqual([expect.stringContaining('public_url is not set')]);
  });
});

describe('invalid settings are refused with a suggested fix', () => {
  const tls = (cert: string, key: string) => ({ tlsCert: join(dir, cert), tlsKey: join(dir, key) });
  test.each(['0.0.0.0', '10.0.0.1', '::', 'console.example.com'])('host %s over plain HTTP', async (host) => {
    await expect(settings({ host })).rejects.toThrow(
      /send passwords unencrypted: set --tls-cert and --tls-key, or --trust-proxy/,
    );
    await expect(settings({ host, ...tls('cert.pem', 'key.pem') })).resolves.toBeDefined();
  });
  test('an unknown host, with the reason that it is not a loopback address', async () => {
    await expect(settings({ host: 'nope.invalid' })).rejects.toThrow(/^host nope\.invalid is not a loopback address/);
  });
  test('a certificate without its key', async () => {
    await expect(settings({ tlsCert: join(dir, 'cert.pem') })).rejects.toThrow('--tls-key is missing');
  });
  test('a missing certificate file', async () => {
    await expect(settings(tls('none.pem', 'key.pem'))).rejects.toThrow(
      /^certificate .*none\.pem cannot be read: it does not exist$/,
    );
  });
  test.each([
    ['other.pem', 'key.pem', 'the certificate is not in PEM form'],
    ['cert.pem', 'other.pem', 'the key is not in PEM form'],
    ['cert.pem', 'encrypted.pem', 'the key is encrypted. Remove its passphrase'],
    ['cert.pem', 'foreign.pem', 'the certificate is for another key'],
  ])('%s with the key %s', async (cert, key, why) => {
    const privateKey = createPrivateKey(selfSigned().key);
    const encryption = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    writeFileSync(join(dir, 'encrypted.pem'), privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }));
    writeFileSync(join(dir, 'foreign.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const [certFile, keyFile] = [join(dir, cert), join(dir, key)];
    await expect(settings(tls(cert, key))).rejects.toThrow(
      `certificate ${certFile} and key ${keyFile} cannot be used: ${why}`,
    );
  });
  test('a missing configuration file', async () => {
    await expect(settings({ config: join(dir, 'none.yaml') })).rejects.toThrow(
      /^configuration file .* cannot be read: it does not exist$/,
    );
  });
});
