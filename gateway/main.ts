// The process of the application: settings, data directory, listening, signals.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveSettings } from './config/resolveSettings.ts';
import type { Settings } from './config/settings.ts';
import type { StartOptions } from './launcher/flags.mjs';
import type { ServedApp } from './process/app.ts';
import { banner } from './process/banner.ts';
import { builtPages } from './http/builtPages.ts';
import { takeDataDir, toDataError } from './process/dataDir.ts';
import { freePort, listen } from './process/listen.ts';
import { LogOutput } from './process/LogOutput.ts';
import { reloader } from './process/reload.ts';
import { onSignals } from './process/signals.ts';
import { surviveErrors } from './process/uncaught.ts';

/** Beside this file after the build. */
const THREAD_FILES = {
  tasks: fileURLToPath(new URL('taskThread.js', import.meta.url)),
  desktop: fileURLToPath(new URL('desktopThread.js', import.meta.url)),
  aws: fileURLToPath(new URL('awsThread.js', import.meta.url)),
  model: fileURLToPath(new URL('modelThread.js', import.meta.url)),
  index: fileURLToPath(new URL('indexThread.js', import.meta.url)),
  config: fileURLToPath(new URL('configThread.js', import.meta.url)),
};

/**
 * Runs a gateway until a signal ends it. Rejects with a StartError if it cannot start for a reason that the user can
 * fix. `root` is the project's directory. `orphaned` ends the gateway like SIGTERM.
 */
export async function run(options: StartOptions, root: string, orphaned: AbortSignal): Promise<void> {
  const resolved = await resolveSettings(options, root, freePort);
  const { settings, warnings } = resolved;
  for (const warning of warnings) process.stderr.write(`postern: ${warning}\n`);
  const log = new LogOutput();
  const app = await createServed(settings, root, options.dev ?? false, log);
  await listen(app.server, settings.listen);
  surviveErrors({
    report: (err) => app.server.log.fatal({ err }, 'unhandled error'),
    end: () => process.exit(1),
  });
  onSignals({
    async close() {
      if (!options.dev) await app.close(); // the socket of an open page would delay every restart
      await log.flush();
    },
    reload: reloader(options, root, resolved, app, THREAD_FILES.config),
    report: (error) => app.server.log.error(error),
    orphaned,
  });
  process.stdout.write(`${banner(settings, app, performance.now())}\n`);
  const notices = await app.notices?.().catch((err: unknown) => {
    app.server.log.warn({ err }, 'could not collect the start notices'); // it may already be closing
  });
  for (const notice of notices ?? []) process.stderr.write(`postern: ${notice}\n`);
}

async function createServed(settings: Settings, root: string, dev: boolean, logStream: LogOutput): Promise<ServedApp> {
  const pages = dev ? (await import('./dev/vitePages.ts')).vitePages(root) : builtPages(join(root, 'dist/console'));
  if (settings.mode.kind === 'cluster') {
    const { createRelayApp } = await import('./relay/app.ts');
    return createRelayApp(settings, settings.mode, pages, logStream);
  }
  takeDataDir(settings.dataDir);
  const { createApp } = await import('./app.ts');
  return createApp(settings, { pages, logStream, threadFiles: THREAD_FILES }).catch((error: unknown) => {
    throw toDataError(error, settings.dataDir);
  });
}
