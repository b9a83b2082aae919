import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { checkDesktop, explainDesktop, openDesktopSocket, type DesktopTarget } from '../api/desktopSessions.ts';
import { systemClock } from '../lib/clock.ts';
import { DesktopClient } from '../sessions/desktop/DesktopClient.ts';
import { DesktopPage } from '../sessions/desktop/page/DesktopPage.tsx';
import { preferences } from '../sessions/desktop/page/preferences.ts';
import type { FactorPromptProps } from '../sessions/terminal/console/TerminalPane.tsx';
import { isMac } from '../ui/plain/keyCaps.ts';
import { FEATURE_DESKTOP_EXTENSIONS } from '../wire/config.ts';
import { FactorPrompt } from './terminal/FactorPrompt.tsx';
import { href, paths } from './paths.ts';
import { useConsole, type ConsoleEnvironment } from './useConsole.ts';

/** The bar of the page above the desktop (streams §5.14). */
const BAR_PX = 40;

/** Chromium has these names. A browser without them asks about each read. */
async function permission(name: string): Promise<PermissionState> {
  const permissions: { query(descriptor: { name: string }): Promise<PermissionStatus> } = navigator.permissions;
  return (await permissions.query({ name })).state;
}

function clientOf(target: DesktopTarget, { config, user }: ConsoleEnvironment): DesktopClient {
  const hasExtensions = config.extensions.includes(FEATURE_DESKTOP_EXTENSIONS);
  const layout = () => (hasExtensions ? preferences.get().layout : undefined);
  return new DesktopClient({
    check: (signal) => checkDesktop(target, signal),
    open: (size) => openDesktopSocket(target, { ...size, layout: layout() }),
    explain: (size, signal) => explainDesktop(target, { ...size, layout: layout() }, signal),
    label: `Screen of ${target.desktopName}`,
    hasExtensions,
    room: () => ({ width: innerWidth, height: innerHeight - (document.fullscreenElement ? 0 : BAR_PX) }),
    clock: systemClock,
    platform: isMac ? 'mac' : navigator.userAgent.includes('Windows') ? 'windows' : 'other',
    allows: { clipboard: user.clipboardSharingEnabled, folder: user.directorySharingEnabled },
    pickFolder: 'showDirectoryPicker' in window ? () => window.showDirectoryPicker({ mode: 'readwrite' }) : undefined,
    clipboard: navigator.clipboard,
    permission,
    hasFocus: () => document.hasFocus(),
  });
}

/** `/web/cluster/{site}/desktops/{desktop}/{login}`. Another desktop is another session. */
export default function DesktopRoute() {
  const { clusterId = '', desktopName = '', username = '' } = useParams();
  return (
    <Desktop
      key={JSON.stringify([clusterId, desktopName, username])}
      clusterId={clusterId}
      desktopName={desktopName}
      username={username}
    />
  );
}

function Desktop({ clusterId, desktopName, username }: DesktopTarget) {
  const environment = useConsole();
  const [target] = useState({ clusterId, desktopName, username });
  const [client] = useState(() => clientOf(target, environment));
  useEffect(() => client.start(), [client]);
  return (
    <DesktopPage
      client={client}
      target={target}
      backHref={href(paths.desktops({ clusterId }))}
      isRecorded={environment.user.desktopSessionRecordingEnabled}
      FactorPrompt={DesktopFactor}
    />
  );
}

const DesktopFactor = (props: FactorPromptProps) => <FactorPrompt {...props} container="page" />;
