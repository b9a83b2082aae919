import type { ReactNode } from 'react';
import { fetchActiveSessions } from '../../api/activeSessions.ts';
import { config } from '../../api/config.ts';
import { reachability } from '../../api/client.ts';
import { explainConnect, openTerminalSocket, pingServer } from '../../api/sockets.ts';
import { isOtherUser, loadUserContext } from '../../api/userContext.ts';
import { systemClock } from '../../lib/clock.ts';
import { leaving } from '../../lib/leaving.ts';
import { writeText, CONSOLE_PREFIX } from '../../lib/storage.ts';
import { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import type { ConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { estimatedRoom } from '../../sessions/terminal/console/estimatedRoom.ts';
import { preferencesOf } from '../../sessions/terminal/console/preferences.ts';
import { takeEarlySocket } from '../../sessions/terminal/session/earlySocket.ts';
import { takeEarlyTyping } from '../../sessions/terminal/session/earlyTyping.ts';
import { fontInTime } from '../../sessions/terminal/emulator/font.ts';
import { keepSession, openForOtherUser } from '../keepSession.ts';
import { asBefore, followAddress, guardLeaving, watchSleep } from './browserWindow.ts';
import { consolePath } from '../../sessions/terminal/console/consolePath.ts';
import { onlyPane } from '../../sessions/terminal/console/paneTree.ts';
import { parseSaved, toSaved, type SavedTab } from '../../sessions/terminal/console/savedTabs.ts';
import { activeAddress } from '../../sessions/terminal/console/tabs.ts';
import { challengeForSession } from '../../api/devices.ts';
import { listFolder, makeFolder, openDownload, upload } from '../../api/transfers.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { openBrowserSink } from '../../ui/browserSink.ts';
import { AskedRequests } from '../../sessions/terminal/transfer/AskedRequests.ts';
import { Slots } from '../../sessions/terminal/transfer/move.ts';
import type { TransferPorts } from '../../sessions/terminal/transfer/Transfers.ts';
import { proveWithKey } from '../../views/mfa/keyProof.ts';

/** A browser opens at most six connections to a server, and the console needs some itself. */
const AT_ONCE = 3;

const ignore = () => undefined;

/** The side effects of this window's transfers. */
const transferPorts: TransferPorts = {
  upload,
  openDownload,
  openSink: openBrowserSink,
  behaviour: serverBehaviour,
  listFolder,
  makeFolder,
  prove: async (signal) => {
    const options = { signal, onWaiting: ignore, onAnswered: ignore };
    return (await proveWithKey(challengeForSession, options)).assertion;
  },
  proofs: new Slots(1),
  moves: new Slots(AT_ONCE),
  askedRequests: new AskedRequests(sessionStorage, window),
  clock: systemClock,
};

/** The longest wait for a small response: in a network that died, calls would wait for minutes. */
const patience = () => AbortSignal.timeout(10_000);

const loadEmulator = () => import('../../sessions/terminal/emulator/createEmulator.ts');
const loadWindow = () => import('./TerminalWindow.tsx');

/** The files that `openTerminal` loads. */
export const loadTerminalParts = () => Promise.all([loadEmulator(), loadWindow()]);

/** Opens the socket first. Page and emulator load while the server starts a shell. Once per page. */
export async function openTerminal(address: ConsoleAddress): Promise<ReactNode> {
  const emulatorModule = loadEmulator();
  // The code that needs the emulator reports the failure.
  emulatorModule.catch(() => undefined);
  const page = loadWindow();
  const model = new ConsoleModel(asBefore(address), {
    open: (clusterId, params) => takeEarlySocket(clusterId, params) ?? openTerminalSocket(clusterId, params),
    explain: (clusterId, params, signal) => explainConnect(clusterId, params, AbortSignal.any([signal, patience()])),
    pingServer,
    fetchSessions: (clusterId) => fetchActiveSessions(clusterId, patience()),
    room: estimatedRoom,
    loadEmulator: async () => (await emulatorModule).createEmulator(config.scrollbackLines),
    transfers: transferPorts,
    clock: systemClock,
  });
  takeEarlyTyping((text) => model.terminal(model.focused()?.id ?? -1)?.take(text));
  const user = loadUserContext();
  const keeper = keepSession();
  followAddress(model);
  // Shells of hidden panes get the size that results from the font.
  Promise.all([user, fontInTime()]).then(
    ([{ username }]) => {
      model.self.set(username);
      preferencesOf(username);
      keepTabs(model, username);
      // This window would show one user and act as the other.
      keeper.renewed.subscribe((where) => {
        if (where === 'elsewhere') void isOtherUser(username).then((isOther) => isOther && openForOtherUser());
      });
    },
    // The session keeper reports it.
    () => undefined,
  );
  const reload = () => {
    leaving.emit();
    location.reload();
  };
  guardLeaving(model);
  reachability.subscribe(() => {
    if (reachability.get().kind === 'lost') model.suspectAll();
    else model.tryAllNow();
  });
  watchSleep(systemClock, model.doubtAll);
  window.addEventListener('offline', model.suspectAll);
  window.addEventListener('online', model.tryAllNow);
  const { TerminalWindow } = await page;
  return <TerminalWindow model={model} keeper={keeper} onReload={reload} />;
}

/**
 * Restores the tabs that this browser tab had before a reload, and stores them from now on, for this user and cluster.
 * Tabs of another window are only offered, since its sessions may be active there. The pane of the page's own address
 * takes its title and server from them.
 */
export function keepTabs(model: ConsoleModel, user: string): void {
  const key = `${CONSOLE_PREFIX}${encodeURIComponent(user)}:${model.documents.get().homeCluster}`;
  const ownTabs = parseSaved(sessionStorage.getItem(key));
  const last = ownTabs.length > 0 ? [] : parseSaved(localStorage.getItem(key));
  model.restore(ownTabs.length > 0 ? ownTabs : tabOfAddress(model, last));
  model.lastTime.set(last);
  let written = '';
  const keep = () => {
    const saved = toSaved(model.documents.get(), model.isOver);
    const text = JSON.stringify(saved);
    if (text === written) return;
    written = text;
    write(sessionStorage, key, text);
    if (saved.length > 0) write(localStorage, key, text);
  };
  keep();
  model.documents.subscribe(keep);
  // A session that has ended since did not change a tab.
  window.addEventListener('pagehide', keep);
}

/** Only the pane of the page's address from these tabs. Sessions of other users were joined with a mode. */
function tabOfAddress(model: ConsoleModel, saved: readonly SavedTab[]): SavedTab[] {
  const path = consolePath(activeAddress(model.documents.get()));
  const pane = saved.flatMap(({ panes }) => panes).find(({ address }) => consolePath(address) === path);
  return pane ? [{ panes: [pane], layout: onlyPane(0), focused: 0 }] : [];
}

/** Outdated tabs would be worse than none. */
function write(storage: Storage, key: string, text: string): void {
  if (!writeText(storage, key, text)) storage.removeItem(key);
}
