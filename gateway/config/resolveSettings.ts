import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { StartOptions } from '../launcher/flags.mjs';
import { StartError } from '../launcher/startError.mjs';
import { readTextFile, reason, resolvePath } from './files.ts';
import { readGatewayFile, type FileText, type GatewayFile } from './readGatewayFile.ts';
import type { Listen, Settings } from './settings.ts';

const PORT_DEFAULT = 3080;
const HOST_DEFAULT = '127.0.0.1';

/** The settings, and warnings for the start. `hasFile`: there is a file that is not empty. */
export type Resolved = { settings: Settings; warnings: string[]; hasFile: boolean };

/**
 * Merges the settings: flags and environment have priority over the file, and the file over the defaults. `freePort`
 * chooses a port if it is 0. `needsFile`: a missing or empty file is an error, because an editor or a deployment may be
 * about to write it. `readFile` reads its text. Throws a StartError if the settings are invalid.
 */
export async function resolveSettings(
  options: StartOptions,
  root: string,
  freePort: (host: string) => Promise<number>,
  needsFile = false,
  readFile: (text: FileText) => GatewayFile | Promise<GatewayFile> = readGatewayFile,
): Promise<Resolved> {
  const dataDir = options.dataDir ?? join(root, 'data');
  const file = options.config ?? join(dataDir, 'gateway.yaml');
  const isRead = needsFile || options.config !== undefined || existsSync(file);
  const text = isRead ? readTextFile('configuration file', file) : '';
  const hasFile = text.trim() !== '';
  if (needsFile && !hasFile) throw new StartError(`configuration file ${file} is empty`);
  const read = await readFile({ file, text });
  await setImmediate(); // with thousands of servers each step takes long, and a running gateway has other work
  const { config, warnings } = read;
  const listen = toListen(options, read, dirname(file));
  if (listen.port === 0) listen.port = await freePort(listen.host);
  const settings: Settings = {
    dataDir,
    listen,
    publicUrl: read.public_url?.replace(/\/$/, '') ?? defaultUrl(listen),
    logLevel: options.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'),
    mode: options.cluster
      ? {
          kind: 'cluster',
          url: options.cluster,
          insecure: options.insecure ?? false,
          proxyProtocol: options.proxyProtocol ?? false,
        }
      : { kind: 'embedded' },
    config,
  };
  if (listen.trustProxy && read.public_url === undefined) {
    warnings.push(`public_url is not set in gateway.yaml. Links start with ${settings.publicUrl}`);
  }
  return { settings, warnings, hasFile };
}

function toListen(options: StartOptions, { listen: file }: Pick<GatewayFile, 'listen'>, directory: string): Listen {
  const host = (options.host ?? file?.host ?? HOST_DEFAULT).replace(/^\[(.*)\]$/, '$1'); // no IPv6 brackets
  const trustProxy = options.trustProxy ?? file?.trust_proxy ?? false;
  const cert = options.tlsCert ?? (file?.tls && resolvePath(directory, file.tls.cert));
  const key = options.tlsKey ?? (file?.tls && resolvePath(directory, file.tls.key));
  if (!cert !== !key)
    throw new StartError(`--tls-cert and --tls-key must be set together: --tls-${cert ? 'key' : 'cert'} is missing`);
  if (!cert && !trustProxy && !isLoopback(host)) {
    throw new StartError(
      `host ${host} is not a loopback address, and the gateway would send passwords unencrypted: ` +
        'set --tls-cert and --tls-key, or --trust-proxy behind a reverse proxy that terminates TLS',
    );
  }
  return {
    host,
    port: options.port ?? file?.port ?? PORT_DEFAULT,
    trustProxy,
    ...(cert && key && { tls: readTls(cert, key) }),
  };
}

/** The meaning of OpenSSL's codes. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  ERR_OSSL_BAD_DECRYPT: 'the key is encrypted. Remove its passphrase',
  ERR_OSSL_PEM_NO_START_LINE: 'the certificate is not in PEM form',
  ERR_OSSL_UNSUPPORTED: 'the key is not in PEM form',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'the certificate is for another key',
};

function readTls(certFile: string, keyFile: string): { cert: string; key: string } {
  const tls = { cert: readTextFile('certificate', certFile), key: readTextFile('private key', keyFile) };
  try {
    createSecureContext(tls);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why = TLS_REASONS[code] ?? reason(error);
    throw new StartError(`certificate ${certFile} and key ${keyFile} cannot be used: ${why}`);
  }
  return tls;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Loopback becomes `localhost`, because security keys accept no IP address. */
function defaultUrl({ host, port, tls, trustProxy }: Listen): string {
  const scheme = tls || trustProxy ? 'https' : 'http';
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = isLoopback(host) ? 'localhost' : anywhere ? hostname() : host.includes(':') ? `[${host}]` : host;
  return new URL(`${scheme}://${name}:${port}`).origin;
}
