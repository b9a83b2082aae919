import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router-dom';
import { config } from '../api/config.ts';
import { reachability, lockedOut } from '../api/client.ts';
import { loadUserContext } from '../api/userContext.ts';
import { createAuthProvider } from '../authProvider/authProvider.ts';
import { createDataProvider } from '../dataProvider/dataProvider.ts';
import { resources } from '../descriptors/index.ts';
import { locateResource } from '../descriptors/resourceName.ts';
import { systemClock } from '../lib/clock.ts';
import { DOCUMENTS, READS_CURRENT } from '../wire/config.ts';
import { followAccess } from './followAccess.ts';
import { keepSession } from './keepSession.ts';
import { createRouter } from './router.tsx';
import { prefetchTerminal } from './terminal/prefetchTerminal.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { leaving } from '../lib/leaving.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { useStore } from '../ui/useStore.ts';

type Props = { keeper: SessionKeeper; children: ReactNode };

const { Part: LockedPage } = lazyComponent(() => import('./LockedPage.tsx'), { what: 'The lock message' });

/** In place of the console while a lock is in force for its user: no call would be answered. */
export function LockGate({ keeper, children }: Props) {
  const lock = useStore(lockedOut);
  return lock ? <LockedPage keeper={keeper} lock={lock} /> : children;
}

/** Unsaved text becomes a draft before the page goes. */
export const saveDraftsWhenLocked = () => lockedOut.subscribe(() => lockedOut.get() && leaving.emit());

/** Its recording is asked for before the page is there to draw it. */
const TERMINAL_RECORDING = /\/session\/.*[?&]recordingType=(ssh|k8s)\b/;

/** Builds the console and starts what keeps it alive. Call it once per page; importing this module does nothing. */
export function openConsole(): ReactNode {
  if (TERMINAL_RECORDING.test(location.href))
    // Whoever draws the page hears of a failure.
    import('./player/openPlayer.ts').then(
      ({ openEarlyPlayer }) => openEarlyPlayer(location),
      () => undefined,
    );
  const keeper = keepSession();

  // Nothing reads itself again but where polling is stated (screens §0.1); what failed says so at once.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
    },
  });
  followAccess({ keeper, queryClient, clock: systemClock });
  let wasLost = false;
  reachability.subscribe(() => {
    const isLost = reachability.get().kind === 'lost';
    if (wasLost && !isLost) void queryClient.invalidateQueries();
    wasLost = isLost;
  });

  const router = createRouter({
    keeper,
    queryClient,
    dataProvider: createDataProvider(resources, {
      isCurrent: config.extensions.includes(READS_CURRENT),
      hasRevisions: config.extensions.includes(DOCUMENTS),
    }),
    authProvider: createAuthProvider({
      keeper,
      user: loadUserContext,
      aclKeyOf: (name) => locateResource(resources, name)?.resource.acl,
    }),
  });
  saveDraftsWhenLocked();
  prefetchTerminal();
  return (
    <LockGate keeper={keeper}>
      <RouterProvider router={router} />
    </LockGate>
  );
}
