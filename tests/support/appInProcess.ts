// The embedded gateway in the test's process, with a clock that the test controls.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '../../gateway/app.ts';
import type { FileConfig } from '../../gateway/config/fileConfig.ts';
import type { Listen, Settings } from '../../gateway/config/settings.ts';
import { toGatewayConfig } from '../../gateway/config/toGatewayConfig.ts';
import type { LogStream } from '../../gateway/http/log.ts';
import type { PageSource } from '../../gateway/http/pages.ts';
import { ApiClient } from './ApiClient.ts';

export const PASSWORD = 'correct horse';

const pages: PageSource = {
  dev: false,
  html: () =>
    '<head><meta name="grv_csrf_token" content="" /><meta name="grv_bearer_token" content="" /></head><div id="app"></div>',
  serveAssets: () => undefined,
};

export type InProcess = {
  app: App;
  base: string;
  /** A browser with its own cookies, token and address. */
  client(): ApiClient;
  /** The first administrator, signed in. */
  admin(): Promise<ApiClient>;
  /** A new user, signed in. */
  user(admin: ApiClient, name: string, roles?: readonly string[]): Promise<ApiClient>;
  /** Advances the gateway's clock. */
  pass(ms: number): void;
  nowMs(): number;
  stop(): Promise<void>;
};

/**
 * `file` is the content of gateway.yaml. Without it the gateway does not ask for a second factor. With `tls` it serves
 * HTTPS. `logStream` gets every line of the log, down to level `debug`. Without it the gateway does not log.
 */
export async function startInProcess(
  file: FileConfig = {},
  startMs = Date.parse('2030-01-01T08:00:00Z'),
  { tls, logStream }: Pick<Listen, 'tls'> & { logStream?: LogStream } = {},
): Promise<InProcess> {
  const scheme = tls ? 'https' : 'http';
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-app-'));
  let nowMs = startMs;
  const settings: Settings = {
    dataDir,
    listen: { host: '127.0.0.1', port: 3080, trustProxy: false, ...(tls && { tls }) },
    publicUrl: file.public_url ?? `${scheme}://localhost:3080`,
    logLevel: logStream ? 'debug' : 'silent',
    mode: { kind: 'embedded' },
    config: toGatewayConfig({ cluster_name: 'example.test', auth: { second_factor: 'off' }, ...file }, dataDir),
  };
  const app = await createApp(settings, { pages, now: () => nowMs, ...(logStream && { logStream }) });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const base = `${scheme}://localhost:${port}`;
  const client = () => new ApiClient(base);
  return {
    app,
    base,
    client,
    async admin() {
      const browser = client();
      await browser.accept(app.inviteLink?.split('/').at(-1) ?? '', PASSWORD);
      return browser;
    },
    async user(admin, name, roles = ['access']) {
      const browser = client();
      await browser.accept(await admin.invite(name, roles), PASSWORD);
      return browser;
    },
    pass: (ms) => (nowMs += ms),
    nowMs: () => nowMs,
    async stop() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Lets the next task wait for its thread. */
export function holdTasks(tasks: App['gateway']['tasks']): { begun: Promise<void>; release: () => void } {
  const { runner } = tasks;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const begun = new Promise<void>((resolve) => {
    const run = runner.run.bind(runner);
    runner.run = async (task, requester) => {
      runner.run = run;
      resolve();
      await released;
      return run(task, requester);
    };
  });
  return { begun, release };
}
