import { errorMessage } from './lib/errorMessage.ts';
import './ui/nonce.ts';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { config, isConfigured } from './api/config.ts';
import { session } from './api/session.ts';
import { loadUserContext } from './api/userContext.ts';
import { frontDoor, type FrontDoor } from './app/frontDoor.ts';
import { hasSessionElseLogin, takeEnding, entryTarget } from './app/leave.ts';
import { href, paths, publicPaths } from './app/paths.ts';
import { lossOf, restoreStyles, watchStyles } from './app/lateFiles.ts';
import { whenIdle } from './lib/work.ts';
import { OUTAGE_META } from './wire/constants.ts';
import { answerForFiles } from './ui/plain/LazyPart.ts';
import { Button } from './ui/plain/Button.tsx';
import { InternalErrorCard } from './views/message/MessageCards.tsx';

const NEEDS_SESSION: readonly FrontDoor['page'][] = ['console', 'terminal', 'player'];

/** The first page loads neither the router nor the code after sign-in. The gateway preloads the chunk of a path. */
async function pageOf(door: FrontDoor): Promise<ReactNode> {
  const isSignedIn = session.timeLeftMs() > 0;
  switch (door.page) {
    case 'login': {
      const { default: LoginPage } = await import('./views/login/LoginPage.tsx');
      const entry = location.origin + entryTarget(location.search, location.origin);
      return (
        <LoginPage
          config={config}
          ending={takeEnding()}
          isSignedIn={isSignedIn}
          entry={entry}
          onSignedIn={() => location.assign(entry)}
          onReset={(tokenId) => location.assign(href(publicPaths.resetContinue({ tokenId })))}
        />
      );
    }
    case 'invite': {
      const { default: InvitePage } = await import('./views/invite/InvitePage.tsx');
      const enter = () => location.assign(href(paths.root()));
      const loginUrl = href(publicPaths.login());
      const { kind, tokenId } = door;
      return <InvitePage {...{ kind, tokenId, config, loginUrl, isSignedIn }} onDone={enter} />;
    }
    case 'message': {
      const { default: MessagePage } = await import('./views/message/MessagePage.tsx');
      return <MessagePage message={door.message} loginUrl={href(publicPaths.login())} />;
    }
    case 'terminal': {
      const { openTerminal } = await import('./app/terminal/openTerminal.tsx');
      return openTerminal(door.address);
    }
    case 'player': {
      const { openPlayerWindow } = await import('./app/player/openPlayerWindow.tsx');
      return openPlayerWindow(door, new URLSearchParams(location.search));
    }
    case 'console': {
      // Requested while the chunk loads. The code that waits for it reports a failure.
      loadUserContext().catch(() => undefined);
      const { openConsole } = await import('./app/Console.tsx');
      return openConsole();
    }
  }
}

async function start(host: HTMLElement): Promise<void> {
  const outage =
    document.querySelector<HTMLMetaElement>(`meta[name="${OUTAGE_META}"]`)?.content ??
    (isConfigured ? undefined : 'Its settings could not be loaded');
  if (outage !== undefined) {
    const { openOutage } = await import('./app/openOutage.tsx');
    return createRoot(host).render(<StrictMode>{openOutage(outage)}</StrictMode>);
  }
  session.readPage();
  const door = frontDoor(location.pathname, location.search);
  if (NEEDS_SESSION.includes(door.page) && !hasSessionElseLogin()) return;
  const page = await pageOf(door).catch((error: unknown) => <StartFailure error={error} />);
  createRoot(host).render(<StrictMode>{page}</StrictMode>);
  if (door.page === 'login') whenIdle(fetchConsole);
}

/** Loads the code after sign-in while the user types. A failure is reported when the code is needed. */
const fetchConsole = () => void import('./app/Console.tsx').catch(() => undefined);

answerForFiles({ lossOf, restoreStyles });
watchStyles();
const host = document.getElementById('app');
if (host) void start(host);

/** Shown if the page's script did not load: no network, or the server has been updated since. */
const StartFailure = ({ error }: { error: unknown }) => (
  <InternalErrorCard
    message={errorMessage(error)}
    actions={
      <Button kind="primary" size="form" autoFocus onClick={() => location.reload()}>
        Try again
      </Button>
    }
  />
);
