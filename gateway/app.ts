// Wires the embedded gateway: stores, identity and endpoints.
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { ValueStore } from '../src/lib/valueStore.ts';
import { AppDirectory } from './apps/AppDirectory.ts';
import { AppServer } from './apps/AppServer.ts';
import { openAssist } from './assist/openAssist.ts';
import { AwsDatabases } from './aws/AwsDatabases.ts';
import { awsInProcess, AwsThread } from './aws/AwsThread.ts';
import { Audit } from './audit/audit.ts';
import { keepAuditRetention } from './audit/retention.ts';
import { RefusedSignIns } from './audit/RefusedSignIns.ts';
import type { GatewayConfig, Settings } from './config/settings.ts';
import { applySettings, effectiveConfig } from './documents/settings/effectiveConfig.ts';
import { Documents } from './documents/Documents.ts';
import { expireWithRequests } from './documents/expireDocuments.ts';
import type { Gateway } from './gateway.ts';
import type { LogStream } from './http/log.ts';
import { registerPages, registerSettings, type PageSource } from './http/pages.ts';
import { RateLimit } from './http/rateLimit.ts';
import { createServer } from './http/server.ts';
import { markSignedIn } from './http/connections.ts';
import { createUpgrades, type Upgrades } from './http/upgrades.ts';
import { AccessWatch } from './identity/AccessWatch.ts';
import { AccessCache } from './identity/accessCache.ts';
import { Authorities } from './identity/ca/Authorities.ts';
import { SessionCertificates } from './identity/ca/SessionCertificates.ts';
import { Certificates } from './identity/ca/Certificates.ts';
import { Attempts } from './identity/attempts.ts';
import { Credentials } from './identity/credentials.ts';
import { issueCsrf } from './identity/csrf.ts';
import { Enrolment } from './identity/enrolment.ts';
import { followTime } from './identity/followTime.ts';
import { HeadlessRequests } from './identity/headless/HeadlessRequests.ts';
import { inviteFirstAdmin } from './identity/firstAdmin.ts';
import { ensurePresetRoles } from './identity/presetRoles.ts';
import { SingleSignOn } from './identity/sso/SingleSignOn.ts';
import { OpenCalls } from './identity/OpenCalls.ts';
import { Recovery } from './identity/recovery.ts';
import { UserTokens } from './identity/userTokens.ts';
import { rpIdOf } from './identity/webauthn/rpId.ts';
import { WebAuthn } from './identity/webauthn/WebAuthn.ts';
import { WebSessions } from './identity/webSessions.ts';
import { toAlerts } from './inventory/alertsFromConfig.ts';
import { restoreDynamic } from './inventory/dynamic.ts';
import { toEntries } from './inventory/fromConfig.ts';
import { ThisNode } from './inventory/ThisNode.ts';
import { Locks } from './locks/Locks.ts';
import { startNotices } from './process/startNotices.ts';
import { recordingsDir } from './recordings/files.ts';
import { indexInProcess, keepIndex, RUNNING_TOLD_MAX, textKeeping, ThreadIndexer } from './recordings/Indexer.ts';
import { createApi } from './routes/api.ts';
import { webConfigScript } from './routes/clusterSettings.ts';
import { registerRoutes } from './routes/routes.ts';
import { joinScriptRoutes } from './routes/scripts.ts';
import { wellKnownRoutes } from './routes/wellKnown.ts';
import { LiveSessions } from './sessions/liveSessions.ts';
import { RecordingTextStore } from './store/recordingTexts.ts';
import { Dialer } from './ssh/Dialer.ts';
import { openTunnels } from './ssh/tunnel/openTunnels.ts';
import { openStores } from './store/stores.ts';
import { Tasks, type TaskRunner } from './tasks/Tasks.ts';
import type { TaskParts } from './tasks/taskParts.ts';
import { ThreadPool } from './tasks/ThreadPool.ts';
import { openTerminals } from './terminal/openTerminals.ts';
import { JoinReports } from './tokens/JoinReports.ts';
import { clearDrafts } from './transfer/clearDrafts.ts';
import { Drafts } from './transfer/Drafts.ts';
import { FileConnections } from './transfer/FileConnections.ts';

export type Deps = {
  pages: PageSource;
  /** Milliseconds since the epoch. For tests. */
  now?: () => number;
  logStream?: LogStream;
  /**
   * The built `tasks/thread.ts`, `recordings/indexThread.ts`, `desktop/rfb/desktopThread.ts`, `aws/thread.ts` and
   * `assist/model/modelThread.ts`. Absent: their work is done in the thread of the gateway, for tests.
   */
  threadFiles?: { tasks: string; index: string; desktop: string; aws: string; model: string };
};

export type App = {
  server: FastifyInstance;
  upgrades: Upgrades;
  gateway: Gateway;
  recordingTexts: RecordingTextStore;
  /**
   * The link with which the first administrator sets up the account. Absent after the setup, and while local sign-in is
   * off.
   */
  inviteLink?: string;
  /** Notices for the administrator who starts the gateway. */
  notices(): Promise<readonly string[]>;
  reload(config: GatewayConfig): Promise<void>;
  close(): Promise<void>;
};

export async function createApp(
  settings: Settings,
  { pages, now = Date.now, logStream, threadFiles }: Deps,
): Promise<App> {
  const stores = openStores(settings.dataDir, {
    now,
    report: (err) => server.log.error({ err }, 'something failed after a change that was stored'),
  });
  const recordingTexts = RecordingTextStore.open(settings.dataDir);
  const fileConfig = new ValueStore(settings.config);
  const config = new ValueStore(effectiveConfig(settings.config, stores.documents));
  const clusterName = () => config.get().clusterName;
  const closers: (() => void | Promise<void>)[] = [() => stores.db.close(), () => recordingTexts.db.close()];

  const server = await createServer(settings, logStream, (request, reply) => void appServer.serve(request, reply));
  const upgrades = createUpgrades(server, pages.takesUpgrade);
  closers.push(
    () => server.close(),
    () => upgrades.closeAll(),
  );

  const audit = new Audit(stores.events, now, clusterName);
  const refusedSignIns = new RefusedSignIns({
    audit,
    db: stores.db,
    now,
    failed: (err) => server.log.error({ err }, 'could not write refused sign-ins to the audit log'),
  });
  closers.push(() => refusedSignIns.close());
  const accessCache = new AccessCache(stores.db, stores.roles, () => config.get().sessions.factorEach, now);
  const locks = new Locks({ stores, now });
  const mode = () => config.get().auth.secondFactor;
  const attempts = new Attempts({ ...stores, now });
  const appDirectory = new AppDirectory({ inventory: stores.inventory, publicUrl: settings.publicUrl, clusterName });
  const webauthn = new WebAuthn({
    devices: stores.devices,
    rpId: rpIdOf(settings.publicUrl),
    isApplication: (hostname) => appDirectory.ofHost(hostname) !== undefined,
    auth: () => config.get().auth,
    now,
  });
  const authorities = new Authorities({ settings: stores.settings, now, clusterName });
  const certificates = new SessionCertificates({
    authorities,
    joinedHosts: stores.joinedHosts,
    now,
    sourceAddresses: () => config.get().ssh.sourceAddresses,
  });
  const joinReports = new JoinReports(now);
  const reverseTunnels = openTunnels({
    ...{ settings, fileConfig, stores, locks, now, certificates, log: server.log },
    changed: (node, isConnected) => {
      if (isConnected) joinReports.addFor(node, { step: 'tunnel', text: 'The reverse tunnel is connected', ok: true });
    },
  });
  closers.push(() => reverseTunnels.close());
  const ssh = () => ({ ...config.get().ssh, joinedServers: reverseTunnels.joinedServers });
  const hostId = stores.settings.getOrMake('host_id', randomUUID);
  const taskSettings = { clusterName: clusterName(), publicUrl: settings.publicUrl, hostId };
  const tasks = new Tasks(
    threadFiles === undefined
      ? await ownThread({
          ...{ stores, recordingTexts, accessCache, settings: taskSettings },
          recordingsDir: recordingsDir(settings.dataDir),
        })
      : new ThreadPool(threadFiles.tasks, { dataDir: settings.dataDir, settings: taskSettings }),
  );
  closers.push(() => tasks.close());
  const headless = new HeadlessRequests({ ...systemClock, now });
  closers.push(() => headless.close());
  const sessions = new WebSessions({
    stores,
    accessCache,
    locks,
    audit,
    now,
    clusterName,
    idleTimeoutMs: () => config.get().auth.idleTimeoutMs,
  });
  const userTokens = new UserTokens({ stores, audit, sessions, locks, now });
  const credentials = new Credentials({ stores, attempts, webauthn, locks, mode, now });
  const openCalls = new OpenCalls(sessions);
  const aws = new AwsDatabases(
    { authorities, settings, config, now },
    threadFiles ? new AwsThread(threadFiles.aws) : awsInProcess(),
  );
  closers.push(() => aws.close());
  const base: Omit<Gateway, 'assist' | 'recordings' | 'terminals' | 'executions' | 'desktops' | 'queries' | 'apps'> = {
    settings,
    fileConfig,
    config,
    now,
    hostId,
    stores,
    tasks,
    audit,
    refusedSignIns,
    documents: new Documents(() => gateway),
    accessCache,
    locks,
    credentials,
    webauthn,
    enrolment: new Enrolment({ stores, audit, webauthn, clusterName, mode, now }),
    recovery: new Recovery({ stores, audit, refusedSignIns, attempts, credentials, userTokens, now }),
    authorities,
    certificates: new Certificates({
      ...{ authorities, accessCache, locks, audit, now, clusterName, users: stores.users },
      maxTtlMs: () => config.get().auth.certificateTtlMs,
    }),
    headless,
    aws,
    sessions,
    watch: new AccessWatch({ ...stores, accessCache, locks }),
    openCalls,
    appDirectory,
    userTokens,
    sso: new SingleSignOn({ stores, now, warn: (message) => server.log.warn(message) }),
    liveSessions: new LiveSessions(),
    ssh,
    reverseTunnels,
    joinReports,
    dialer: new Dialer({ inventory: stores.inventory, hostId, ssh }),
    fileConnections: new FileConnections({ openCalls }),
    drafts: new Drafts(join(settings.dataDir, 'uploads')),
    onClose: (run) => void closers.push(run),
  };
  const opened = { ...base, ...(await openTerminals(base, server.log, threadFiles?.desktop)) };
  const gateway: Gateway = { ...opened, assist: openAssist(opened, server.log, threadFiles?.model) };
  // After the sessions, which send their participants the reason for the end.
  gateway.onClose(locks.onChange(() => reverseTunnels.joinedServers.endRevoked()));
  gateway.onClose(locks.onChange(() => userTokens.dropLocked()));
  const appServer = new AppServer(gateway, upgrades);
  gateway.onClose(() => gateway.dialer.close());
  gateway.onClose(keepAuditRetention(gateway, server.log));
  const indexing = {
    keeping: () => textKeeping(gateway),
    running: () => gateway.recordings.running().slice(0, RUNNING_TOLD_MAX),
    failed: (details: object, message: string) => server.log.warn(details, message),
  };
  const indexer = threadFiles
    ? new ThreadIndexer(threadFiles.index, settings.dataDir, indexing)
    : indexInProcess(gateway.recordings, recordingTexts, indexing);
  gateway.onClose(keepIndex(gateway, indexer, systemClock));

  expireWithRequests(server, gateway);
  ensurePresetRoles(stores, now());
  closers.push(followTime(gateway, { ...systemClock, now }, server.log));
  const inviteToken = inviteFirstAdmin(gateway, settings.config.admin);
  await writeResources(gateway, settings.config);
  await followThisNode(gateway, server);
  tidyUploads(gateway, server);

  const limit = new RateLimit(now);
  const answerLimit = new RateLimit(now);
  registerRoutes(createApi(server, { sessions, limit, answerLimit, upgrades, clusterName }), gateway);
  joinScriptRoutes(server, gateway, limit);
  wellKnownRoutes(server, gateway, limit);
  await registerConsole(server, pages, gateway);
  await server.ready();
  await reverseTunnels.start();

  return {
    server,
    upgrades,
    gateway,
    recordingTexts,
    ...(inviteToken !== undefined &&
      config.get().auth.local && { inviteLink: `${settings.publicUrl}/web/invite/${inviteToken}` }),
    notices: () => startNotices(gateway),
    reload: async (next) => {
      await writeResources(gateway, next); // first: if it fails, nothing has changed
      fileConfig.set(next);
      applySettings(gateway);
    },
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** Runs tasks at once in the caller's thread with its stores, for tests in the same process. */
async function ownThread(parts: TaskParts): Promise<TaskRunner> {
  const { runTask } = await import('./tasks/runTask.ts');
  return { run: async (task) => runTask(parts, task), warmUp: () => undefined, close: async () => undefined };
}

/** Not awaited: a machine that does not answer must not delay the start. */
function tidyUploads(gateway: Gateway, { log }: FastifyInstance): void {
  const stopping = new AbortController();
  const over = clearDrafts(gateway, log, stopping.signal);
  gateway.onClose(() => {
    stopping.abort();
    return over;
  });
}

/** Writes the inventory and the alerts of the file to the database, all or nothing. */
async function writeResources(gateway: Gateway, { inventory, alerts }: GatewayConfig): Promise<void> {
  const { stores, hostId, now } = gateway;
  const { entries, candidates } = await toEntries(inventory, hostId, stores.inventory);
  stores.db.transaction(() => {
    restoreDynamic(gateway, stores.inventory.replace('config-file', entries, candidates));
    stores.alerts.replace(toAlerts(alerts), now());
  });
}

/** Keeps this machine in the inventory, now and after every change of the file. Resolves when it has been added. */
async function followThisNode(gateway: Gateway, { log }: FastifyInstance): Promise<void> {
  const { fileConfig, stores, hostId, settings } = gateway;
  const { host, port } = settings.listen;
  const thisNode = new ThisNode(hostId, `${host}:${port}`, stores.inventory, log);
  const apply = async () => thisNode.configure(fileConfig.get().node);
  const failed = (err: unknown) => log.error({ err }, 'could not list this machine as a server');
  gateway.onClose(fileConfig.subscribe(() => void apply().catch(failed)));
  gateway.onClose(() => thisNode.stop());
  await apply();
}

/** Pages, their assets, and the settings script (http-auth §2). */
async function registerConsole(server: FastifyInstance, pages: PageSource, gateway: Gateway): Promise<void> {
  const { sessions } = gateway;
  registerSettings(server, () => webConfigScript(gateway));
  registerPages(server, pages, (request, reply) => {
    const session = sessions.ofPage(request, reply);
    if (session) markSignedIn(request);
    const bearer = session ? Buffer.from(JSON.stringify(session)).toString('base64') : '';
    return { csrf: issueCsrf(request, reply), bearer };
  });
  await pages.serveAssets(server);
}
