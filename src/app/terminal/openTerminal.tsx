import type { ReactNode } from 'react';
import { fetchActiveSessions } from '../../api/activeSessions.ts';
import { config } from '../../api/config.ts';
import { reach } from '../../api/ping.ts';
import { reachability } from '../../api/reachability.ts';
import { explainConnect, openTerminalSocket } from '../../api/terminal.ts';
import { loadUserContext } from '../../api/userContext.ts';
import { systemClock } from '../../lib/clock.ts';
import { ConsoleModel } from '../../sessions/terminal/console/ConsoleModel.ts';
import type { ConsoleAddress } from '../../sessions/terminal/console/consoleAddress.ts';
import { estimatedRoom } from '../../sessions/terminal/console/estimatedRoom.ts';
import { preferencesOf } from '../../sessions/terminal/console/preferences.ts';
import { fontInTime } from '../../sessions/terminal/emulator/font.ts';
import { keepSession } from '../keepSession.ts';
import { asBefore, followAddress, guardLeaving, watchSleep } from './browserWindow.ts';
import { keepTabs } from './keepTabs.ts';
import { transferPorts } from './transferPorts.ts';

/** A server that takes longer for a small answer is out of reach: a network that died leaves calls waiting for minutes. */
const patience = () => AbortSignal.timeout(10_000);

const loadEmulator = () => import('../../sessions/terminal/emulator/createEmulator.ts');
const loadWindow = () => import('./TerminalWindow.tsx');

/** What `openTerminal` loads itself. */
export const loadTerminalParts = () => Promise.all([loadEmulator(), loadWindow()]);

/** Opens the socket first of all; page and emulator arrive while the server starts a shell. Once per page. */
export async function openTerminal(address: ConsoleAddress): Promise<ReactNode> {
  const emulatorModule = loadEmulator();
  // Whoever wants an emulator hears of the failure.
  emulatorModule.catch(() => undefined);
  const page = loadWindow();
  const model = new ConsoleModel(asBefore(address), {
    open: openTerminalSocket,
    explain: (clusterId, params, signal) => explainConnect(clusterId, params, AbortSignal.any([signal, patience()])),
    reach,
    fetchSessions: (clusterId) => fetchActiveSessions(clusterId, patience()),
    room: estimatedRoom,
    loadEmulator: async () => (await emulatorModule).createEmulator(config.scrollbackLines),
    transfers: transferPorts,
    clock: systemClock,
  });
  const user = loadUserContext();
  const keeper = keepSession();
  followAddress(model);
  // Shells that nobody looks at get the size that the font tells.
  Promise.all([user, fontInTime()]).then(
    ([{ username }]) => {
      model.self.set(username);
      preferencesOf(username);
      keepTabs(model, username);
    },
    // The session keeper tells of it.
    () => undefined,
  );
  let isReloading = false;
  const reload = () => {
    isReloading = true;
    location.reload();
  };
  guardLeaving(model, () => keeper.state.get().kind !== 'ended' && !isReloading);
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
