import { CoreAdminContext } from 'react-admin';
import { useMemo } from 'react';
import { Outlet, useNavigate } from 'react-router-dom';
import type { UserContext } from '../api/userContext.ts';
import { MissingPagesContext } from '../resources/actions/missingPages.ts';
import { ViewDialogsContext } from '../resources/dialogs/ViewDialogsContext.ts';
import { useUser } from '../resources/useUser.ts';
import { useKeys } from '../ui/keys/keys.ts';
import { frameActions } from './actions.ts';
import { missingPage } from './missingPage.ts';
import { HostsOverlay, KeysOverlay, NavigationOverlay, SignInOverlay } from './Overlays.tsx';
import { Palette } from './palette/Palette.tsx';
import { viewDialogs } from './viewDialogs.ts';
import { ConsoleContext, useConsole, type ConsoleEnvironment } from './useConsole.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { AuthProvider, DataProvider } from 'ra-core';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';

type Props = { services: Services; environmentOf: (user: UserContext) => ConsoleEnvironment };

/** Providers around every page, and the overlays of all pages. */
export function Shell({ services, environmentOf }: Props) {
  const { keeper, queryClient, dataProvider, authProvider } = services;
  const environment = environmentOf(useUser());
  return (
    <ConsoleContext value={environment}>
      <CoreAdminContext queryClient={queryClient} dataProvider={dataProvider} authProvider={authProvider}>
        <MissingPagesContext value={missingPage}>
          <ViewDialogsContext value={viewDialogs}>
            <FrameKeys />
            <Outlet />
            <NavigationOverlay />
            <Palette />
            <KeysOverlay />
            <SignInOverlay config={environment.config} user={environment.user} keeper={keeper} />
            <HostsOverlay keeper={keeper} />
          </ViewDialogsContext>
        </MissingPagesContext>
      </CoreAdminContext>
    </ConsoleContext>
  );
}

/** The frame's entries in the table of actions. */
function FrameKeys() {
  const { items, visits } = useConsole();
  const navigate = useNavigate();
  const actions = useMemo(
    () => frameActions({ items, clusterId: visits.clusterId.get, go: (path) => void navigate(path) }),
    [items, visits, navigate],
  );
  useKeys(actions);
  return null;
}

/** The services of the console, once per page. */
export type Services = {
  keeper: SessionKeeper;
  queryClient: QueryClient;
  dataProvider: DataProvider;
  authProvider: AuthProvider;
};
