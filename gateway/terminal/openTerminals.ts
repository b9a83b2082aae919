// Wires terminals, commands, desktops, databases, applications and their recordings to the parts of the gateway.
import { join } from 'node:path';
import { systemClock } from '../../src/lib/clock.ts';
import type { Gateway } from '../gateway.ts';
import { AppSessions } from '../apps/AppSessions.ts';
import { ApprovedRuns } from '../assist/ApprovedRuns.ts';
import { Executions } from '../commands/Executions.ts';
import { QuerySessions } from '../databases/QuerySessions.ts';
import { DesktopSessions } from '../desktop/DesktopSessions.ts';
import { ALONE_MAX_S } from '../desktop/rdp/openRdp.ts';
import { PrivateDirectories } from '../process/PrivateDirectories.ts';
import { closeUnfinished } from '../recordings/closeUnfinished.ts';
import { recordingsDir } from '../recordings/files.ts';
import { Recordings } from '../recordings/Recordings.ts';
import { keepRetention } from '../recordings/retention.ts';
import { runEach } from '../store/runEach.ts';
import { failureLog } from './failureLog.ts';
import { TerminalSessions } from './TerminalSessions.ts';

type Parts = Pick<
  Gateway,
  | 'settings'
  | 'config'
  | 'now'
  | 'hostId'
  | 'stores'
  | 'tasks'
  | 'audit'
  | 'locks'
  | 'watch'
  | 'openCalls'
  | 'appDirectory'
  | 'credentials'
  | 'sessions'
  | 'liveSessions'
  | 'dialer'
  | 'ssh'
  | 'onClose'
>;
type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/**
 * Also completes the recordings that a killed process left behind, before sessions may start. `desktopThread`: the
 * built desktop/rfb/desktopThread.ts; absent: desktops are served in this thread.
 */
export async function openTerminals(
  gateway: Parts,
  log: Log,
  desktopThread: string | undefined,
): Promise<Pick<Gateway, 'recordings' | 'terminals' | 'executions' | 'desktops' | 'queries' | 'apps'>> {
  const { settings, config, now, hostId, stores, audit, locks, credentials, sessions, liveSessions, ssh, onClose } =
    gateway;
  const { tasks, watch, openCalls, appDirectory } = gateway;
  const clock = { ...systemClock, now };
  const recordings = new Recordings(recordingsDir(settings.dataDir));
  const cutShort = await closeUnfinished(recordings, audit, (err) =>
    log.error({ err }, 'could not complete an interrupted recording'),
  );
  if (cutShort.length > 0) log.info({ sessions: cutShort }, 'interrupted recordings were completed');

  const stopPruning = keepRetention(
    recordings,
    () => config.get().recordings.retentionMs,
    clock,
    (removed) => {
      if (removed.length === 0) return;
      stores.recordingReviews.delete(removed);
      log.info({ sessions: removed }, 'old recordings were removed');
    },
    (err) => log.error({ err }, 'could not remove old recordings'),
  );
  const parts = {
    audit,
    recordings,
    inventory: stores.inventory,
    dialer: gateway.dialer,
    locks,
    credentials,
    watch,
    hostId,
    clusterName: () => config.get().clusterName,
    rules: () => config.get().sessions,
    ssh,
    ownAccount: () => config.get().node?.ownAccount ?? false,
    recorded: () => config.get().sessions.recorded,
    clock,
    liveSessions,
    begunBy: (user: string) =>
      [terminals, executions, desktops, queries].reduce((sum, each) => sum + each.begunBy(user), 0),
  };
  const terminals: TerminalSessions = new TerminalSessions({
    ...parts,
    report: failureLog(log, 'terminal session'),
  });
  const approvedRuns = new ApprovedRuns({ stores, audit, now });
  const executions: Executions = new Executions({
    ...parts,
    tasks,
    conversations: stores.conversations,
    beginLog: (caller, params) => approvedRuns.begin(caller, params),
    report: failureLog(log, 'command'),
  });
  const directories = new PrivateDirectories(join(settings.dataDir, 'directories'));
  const clearDirectories = () => {
    const removed = directories.removeLeft((err) => log.warn({ err }, 'could not remove a directory of a desktop'));
    if (removed.length > 0) log.info({ removed }, 'directories of interrupted desktops were removed');
  };
  // Until then, a display of the earlier process may still run.
  onClose(clock.after((ALONE_MAX_S + 5) * 1000, clearDirectories));
  const desktops: DesktopSessions = new DesktopSessions({
    ...parts,
    directories,
    threadFile: desktopThread,
    report: failureLog(log, 'desktop session'),
  });
  const queries: QuerySessions = new QuerySessions({ ...parts, report: failureLog(log, 'database session') });
  const apps = new AppSessions({
    directory: appDirectory,
    watch,
    audit,
    stores,
    now,
    hostId,
    report: failureLog(log, 'application session'),
    noteActivity: (holder) => sessions.noteActivity({ session: holder }),
  });
  const opened = [terminals, executions, desktops, queries, apps, openCalls];
  /** If ending one kind fails, the others still end. */
  const endEach = (end: (each: (typeof opened)[number]) => void) =>
    runEach(opened, end, (err) => log.error({ err }, 'could not end what was open'));
  const unsubscribe = sessions.ended.subscribe((ended) => endEach((each) => each.endSignIn(ended)));
  const unheed = locks.onChange(() => endEach((each) => each.endRevoked()));
  onClose(async () => {
    const closing = [terminals, executions, desktops, queries, apps].map((each) => each.close());
    await Promise.all([...closing, openCalls.end()]);
  });
  onClose(unsubscribe);
  onClose(unheed);
  onClose(stopPruning);
  return { recordings, terminals, executions, desktops, queries, apps };
}
