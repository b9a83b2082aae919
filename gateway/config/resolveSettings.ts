import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import type { StartOptions } from '../launcher/flags.mjs';
import { StartError } from '../launcher/startError.mjs';
import { missingSshFiles } from './checkSsh.ts';
import type { FileConfig } from './fileConfig.ts';
import { readTextFile, reason, resolvePath } from './files.ts';
import { readConfig } from './readConfig.ts';
import type { Listen, Settings } from './settings.ts';
import { missingDesktopFiles } from './toDesktopConnect.ts';
import { missingServiceFiles } from './toServiceConnect.ts';
import { toGatewayConfig } from './toGatewayConfig.ts';

/** A missing directory of keys is one mistake, for any number of servers. */
const MISSING_MAX = 5;

const PORT_DEFAULT = 3080;
const HOST_DEFAULT = '127.0.0.1';

/** The settings, and warnings for the start. `hasFile`: there is a file that is not empty. */
export type Resolved = { settings: Settings; warnings: string[]; hasFile: boolean };

/**
 * Merges the settings: flags and environment have priority over the file, and the file over the defaults. `freePort`
 * chooses a port if it is 0. `needsFile`: a missing or empty file is an error, because an editor or a deployment may be
 * about to write it. Throws a StartError if the settings are invalid.
 */
export async function resolveSettings(
  options: StartOptions,
  root: string,
  freePort: (host: string) => Promise<number>,
  needsFile = false,
): Promise<Resolved> {
  const dataDir = options.dataDir ?? join(root, 'data');
  const file = options.config ?? join(dataDir, 'gateway.yaml');
  const isRead = needsFile || options.config !== undefined || existsSync(file);
  const text = isRead ? readTextFile('configuration file', file) : '';
  const hasFile = text.trim() !== '';
  if (needsFile && !hasFile) throw new StartError(`configuration file ${file} is empty`);
  const { config, warnings } = readConfig(file, text);
  await setImmediate(); // with thousands of servers each step takes long, and a running gateway has other work
  const missing = [missingSshFiles, missingDesktopFiles, missingServiceFiles].flatMap((of) =>
    of(config, dirname(file)),
  );
  warnings.push(...missing.slice(0, MISSING_MAX).map((text) => `${file}: ${text}`));
  if (missing.length > MISSING_MAX)
    warnings.push(`${file}: and ${missing.length - MISSING_MAX} more files are missing`);
  const listen = toListen(options, config, dirname(file));
  if (listen.port === 0) listen.port = await freePort(listen.host);
  const settings: Settings = {
    dataDir,
    listen,
    publicUrl: config.public_url?.replace(/\/$/, '') ?? defaultUrl(listen),
    logLevel: options.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'),
    mode: options.cluster
      ? {
          kind: 'cluster',
          url: options.cluster,
          insecure: options.insecure ?? false,
          proxyProtocol: options.proxyProtocol ?? false,
        }
      : { kind: 'embedded' },
    config: toGatewayConfig(config, dirname(file)),
  };
  if (listen.trustProxy && config.public_url === undefined) {
    warnings.push(`public_url is not set in gateway.yaml. Links start with ${settings.publicUrl}`);
  }
  return { settings, warnings, hasFile };
}

function toListen(options: StartOptions, { listen: file }: FileConfig, directory: string): Listen {
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
