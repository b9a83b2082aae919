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
import { prefetchWindows } from './prefetchWindows.ts';
import { createRouter } from './router.tsx';
import { leaving } from '../lib/leaving.ts';
import { LockGate } from './LockGate.tsx';

/** Saves unsaved text as drafts before the page is replaced. */
export const saveDraftsWhenLocked = () => lockedOut.subscribe(() => lockedOut.get() && leaving.emit());

/** Builds the console and starts its background tasks. Call it once per page. Importing this module does nothing. */
export function openConsole(): ReactNode {
  const keeper = keepSession();

  // Data is only re-read where polling is specified (screens §0.1), and failed requests report at once.
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
  prefetchWindows();
  return (
    <LockGate keeper={keeper}>
      <RouterProvider router={router} />
    </LockGate>
  );
}
