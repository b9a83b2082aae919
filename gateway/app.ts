// The embedded gateway: stores, identity and endpoints put together.
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { ValueStore } from '../src/lib/valueStore.ts';
import { Audit } from './audit/audit.ts';
import type { GatewayConfig, Settings } from './config/settings.ts';
import { applySettings, effectiveConfig } from './documents/settings/effectiveConfig.ts';
import { Documents } from './documents/Documents.ts';
import { expireDocuments } from './documents/expireDocuments.ts';
import type { Gateway } from './gateway.ts';
import { setNoStore } from './http/headers.ts';
import type { LogStream } from './http/log.ts';
import { registerPages, type PageSource } from './http/pages.ts';
import { RateLimit } from './http/rateLimit.ts';
import { createServer } from './http/server.ts';
import { createUpgrades, type Upgrades } from './http/upgrades.ts';
import { AccessBook } from './identity/accessBook.ts';
import { Certificates } from './identity/ca/Certificates.ts';
import { Attempts } from './identity/attempts.ts';
import { Credentials } from './identity/credentials.ts';
import { issueCsrf } from './identity/csrf.ts';
import { Enrolment } from './identity/enrolment.ts';
import { HeadlessRequests } from './identity/headless/HeadlessRequests.ts';
import { inviteFirstAdmin } from './identity/firstAdmin.ts';
import { ensurePresetRoles } from './identity/presetRoles.ts';
import { defaultWayNotices } from './identity/sso/defaultWay.ts';
import { SingleSignOn } from './identity/sso/SingleSignOn.ts';
import { Recovery } from './identity/recovery.ts';
import { UserTokens } from './identity/userTokens.ts';
import { keyNotices, rpIdOf } from './identity/webauthn/rpId.ts';
import { WebAuthn } from './identity/webauthn/WebAuthn.ts';
import { WebSessions } from './identity/webSessions.ts';
import { toAlerts } from './inventory/alertsFromConfig.ts';
import { restoreDynamic } from './inventory/dynamic.ts';
import { toEntries } from './inventory/fromConfig.ts';
import { ThisNode } from './inventory/ThisNode.ts';
import { Locks } from './locks/Locks.ts';
import { createApi } from './routes/api.ts';
import { webConfigScript } from './routes/clusterSettings.ts';
import { registerRoutes } from './routes/routes.ts';
import { joinScriptRoutes } from './routes/scripts.ts';
import { LiveSessions } from './sessions/liveSessions.ts';
import { openStores } from './store/stores.ts';
import { openTerminals } from './terminal/openTerminals.ts';
import { clearDrafts } from './transfer/clearDrafts.ts';
import { Drafts } from './transfer/Drafts.ts';

export type Deps = {
  pages: PageSource;
  /** Milliseconds since the epoch; for tests. */
  now?: () => number;
  logStream?: LogStream;
};

export type App = {
  server: FastifyInstance;
  upgrades: Upgrades;
  gateway: Gateway;
  /** Where the first administrator sets up the account; absent once somebody has. */
  inviteLink?: string;
  /** What whoever starts the gateway should know. */
  notices(): Promise<readonly string[]>;
  reload(config: GatewayConfig): void;
  close(): Promise<void>;
};

export async function createApp(settings: Settings, { pages, now = Date.now, logStream }: Deps): Promise<App> {
  const stores = openStores(settings.dataDir, now);
  const fileConfig = new ValueStore(settings.config);
  const config = new ValueStore(effectiveConfig(settings.config, stores.documents));
  const clusterName = () => config.get().clusterName;
  const closers: (() => void | Promise<void>)[] = [() => stores.db.close()];

  const server = await createServer(settings, logStream);
  const upgrades = createUpgrades(server, pages.takesUpgrade);
  closers.push(
    () => server.close(),
    () => upgrades.closeAll(),
  );

  const audit = new Audit(stores.events, now, clusterName);
  const accessBook = new AccessBook(stores.db, stores.roles, () => config.get().sessions.factorEach);
  const locks = new Locks({ stores, now });
  const mode = () => config.get().auth.secondFactor;
  const attempts = new Attempts({ ...stores, now });
  const userTokens = new UserTokens({ stores, audit, now });
  const webauthn = new WebAuthn({
    devices: stores.devices,
    rpId: rpIdOf(settings.publicUrl),
    auth: () => config.get().auth,
    now,
  });
  const headless = new HeadlessRequests({ ...systemClock, now });
  closers.push(() => headless.close());
  const base: Omit<Gateway, 'recordings' | 'terminals' | 'executions'> = {
    settings,
    fileConfig,
    config,
    now,
    hostId: stores.settings.getOrMake('host_id', randomUUID),
    stores,
    audit,
    documents: new Documents(() => gateway),
    accessBook,
    locks,
    credentials: new Credentials({ stores, attempts, webauthn, mode, now }),
    webauthn,
    enrolment: new Enrolment({ stores, audit, webauthn, clusterName, mode, now }),
    recovery: new Recovery({ stores, audit, attempts, userTokens, now }),
    certificates: new Certificates({ settings: stores.settings, accessBook, audit, now, clusterName }),
    headless,
    sessions: new WebSessions({
      stores,
      accessBook,
      locks,
      audit,
      now,
      clusterName,
      idleTimeoutMs: () => config.get().auth.idleTimeoutMs,
    }),
    userTokens,
    sso: new SingleSignOn({ stores, now, warn: (message) => server.log.warn(message) }),
    liveSessions: new LiveSessions(),
    drafts: new Drafts(join(settings.dataDir, 'uploads')),
    onClose: (run) => void closers.push(run),
  };
  const gateway: Gateway = { ...base, ...(await openTerminals(base, server.log)) };

  expireDocuments(gateway);
  server.addHook('onRequest', async ({ log }) => {
    try {
      expireDocuments(gateway);
    } catch (error) {
      log.error({ err: error }, 'documents whose time is over could not be taken out');
    }
  });
  ensurePresetRoles(stores, now());
  const inviteToken = inviteFirstAdmin(gateway, settings.config.admin);
  followInventory(gateway, server);
  followAlerts(gateway);
  tidyUploads(gateway, server);

  const limit = new RateLimit(now);
  registerRoutes(createApi(server, { sessions: gateway.sessions, locks, limit, upgrades, clusterName }), gateway);
  joinScriptRoutes(server, gateway);
  await registerConsole(server, pages, gateway);
  await server.ready();

  return {
    server,
    upgrades,
    gateway,
    ...(inviteToken !== undefined && { inviteLink: `${settings.publicUrl}/web/invite/${inviteToken}` }),
    notices: async () => [...keyNotices(settings.publicUrl, mode()), ...defaultWayNotices(gateway)],
    reload: (next) => {
      fileConfig.set(next);
      applySettings(gateway);
    },
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** Not waited for: a machine that does not answer keeps nobody from anything. */
function tidyUploads(gateway: Gateway, { log }: FastifyInstance): void {
  const stopping = new AbortController();
  const over = clearDrafts(gateway, log, stopping.signal);
  gateway.onClose(() => {
    stopping.abort();
    return over;
  });
}

/** The inventory of the file and this machine, now and after every change of the file. */
function followInventory(gateway: Gateway, server: FastifyInstance): void {
  const { fileConfig, stores, hostId, settings } = gateway;
  const { host, port } = settings.listen;
  const thisNode = new ThisNode(hostId, `${host}:${port}`, stores.inventory, server.log);
  const apply = () => {
    stores.inventory.replace('config-file', toEntries(fileConfig.get().inventory, hostId));
    restoreDynamic(gateway);
    thisNode.configure(fileConfig.get().node);
  };
  apply();
  gateway.onClose(fileConfig.subscribe(apply));
  gateway.onClose(() => thisNode.stop());
}

/** The alerts of the file, now and after every change of the file. */
function followAlerts(gateway: Gateway): void {
  const { fileConfig, stores, now } = gateway;
  const apply = () => stores.alerts.replace(toAlerts(fileConfig.get().alerts), now());
  apply();
  gateway.onClose(fileConfig.subscribe(apply));
}

/** Pages, what they load, and the settings script (http-auth §2). */
async function registerConsole(server: FastifyInstance, pages: PageSource, gateway: Gateway): Promise<void> {
  const { sessions } = gateway;
  server.get('/web/config.js', (_request, reply) => {
    setNoStore(reply);
    return reply.header('content-type', 'application/javascript').send(webConfigScript(gateway));
  });
  registerPages(server, pages, (request, reply) => {
    const session = sessions.ofPage(request, reply);
    const bearer = session ? Buffer.from(JSON.stringify(session)).toString('base64') : '';
    return { csrf: issueCsrf(request, reply), bearer };
  });
  await pages.serveAssets(server);
}
