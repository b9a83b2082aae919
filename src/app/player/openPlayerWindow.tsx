import { useSyncExternalStore, type ReactNode } from 'react';
import { config } from '../../api/config.ts';
import { knownUserContext, loadUserContext, subscribeUserContext } from '../../api/userContext.ts';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import { KEYS } from '../actions.ts';
import { overlay } from '../frameState.ts';
import type { PlayerDoor } from '../frontDoor.ts';
import { keepSession } from '../keepSession.ts';
import { LockGate } from '../LockGate.tsx';
import { HostsOverlay, KeysOverlay, SignInOverlay } from '../Overlays.tsx';
import { fetchTerminalPage, RecordingPage } from './RecordingPage.tsx';

const WINDOW_KEYS: readonly KeyAction[] = [
  { label: 'Show keyboard shortcuts', group: 'Everywhere', keys: [KEYS.keys], run: () => overlay.set('keys') },
  { label: 'Close, leave the field', group: 'Everywhere', keys: ['Esc'], handled: false },
];

/**
 * A window that starts with a recording. It loads neither the router nor the lists, for an earlier first picture. Once
 * per page.
 */
export function openPlayerWindow(opening: PlayerDoor, search: URLSearchParams): ReactNode {
  if (opening.isTerminal) {
    void fetchTerminalPage();
    // The component that renders the page reports a failure.
    import('./openPlayer.ts').then(
      ({ openEarlyPlayer }) => openEarlyPlayer(opening),
      () => undefined,
    );
  }
  // The session keeper reports a failure.
  loadUserContext().catch(() => undefined);
  return <PlayerWindow keeper={keepSession()} opening={opening} search={search} />;
}

type WindowProps = { keeper: SessionKeeper; opening: PlayerDoor; search: URLSearchParams };

function PlayerWindow({ keeper, opening, search }: WindowProps) {
  useKeys(WINDOW_KEYS);
  const user = useSyncExternalStore(subscribeUserContext, knownUserContext);
  return (
    <LockGate keeper={keeper}>
      <RecordingPage clusterId={opening.clusterId} sid={opening.sid} search={search} />
      <KeysOverlay />
      {user && <SignInOverlay config={config} user={user} keeper={keeper} />}
      <HostsOverlay keeper={keeper} />
    </LockGate>
  );
}
