import { setImmediate } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '../../src/lib/errorMessage.ts';
import { readInThread } from '../config/readGatewayFile.ts';
import { resolveSettings, type Resolved } from '../config/resolveSettings.ts';
import type { Settings } from '../config/settings.ts';
import type { StartOptions } from '../launcher/flags.mjs';
import type { ServedApp } from './app.ts';

/**
 * The handler of SIGHUP: reads gateway.yaml and the certificate again. An invalid file, or a missing one that existed
 * before, is refused with a log entry and changes nothing. If settings that need a restart differ, the log names them.
 * `threadFile`: the built config/configThread.ts. Absent: the file is read in the thread of the gateway, for tests.
 */
export function reloader(
  options: StartOptions,
  root: string,
  { settings: running, hasFile }: Resolved,
  app: ServedApp,
  threadFile?: string,
): () => Promise<void> {
  const { log } = app.server;
  let needsFile = hasFile;
  return async () => {
    try {
      const port = () => Promise.resolve(running.listen.port);
      const readFile = threadFile === undefined ? undefined : readInThread.bind(undefined, threadFile);
      const { settings, warnings, ...read } = await resolveSettings(options, root, port, needsFile, readFile);
      for (const warning of warnings) log.warn(warning);
      for (const key of fixedButChanged(running, settings)) log.warn(`${key} takes effect at the next start`);
      await setImmediate();
      await app.reload({ ...settings.config, clusterName: running.config.clusterName });
      const { server } = app.server;
      if (settings.listen.tls && server instanceof TlsServer) server.setSecureContext(settings.listen.tls);
      needsFile = read.hasFile;
      log.info('gateway.yaml was reloaded');
    } catch (error) {
      log.error(`gateway.yaml was not reloaded, the previous settings stay active: ${errorMessage(error)}`);
    }
  };
}

function fixedButChanged(running: Settings, next: Settings): string[] {
  const pairs: [key: string, before: unknown, after: unknown][] = [
    ['listen', withoutFiles(running), withoutFiles(next)],
    ['public_url', running.publicUrl, next.publicUrl],
    ['cluster_name', running.config.clusterName, next.config.clusterName],
  ];
  return pairs.filter(([, before, after]) => !isDeepStrictEqual(before, after)).map(([key]) => key);
}

/** A certificate can be replaced while the gateway runs. Whether there is one cannot change. */
const withoutFiles = ({ listen }: Settings): object => ({ ...listen, tls: listen.tls !== undefined });
