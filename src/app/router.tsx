import { createBrowserRouter, redirect, replace, type RouteObject } from 'react-router-dom';
import { config } from '../api/config.ts';
import { loadUserContext } from '../api/userContext.ts';
import { resources, unserved } from '../descriptors/index.ts';
import { locateResource } from '../descriptors/resourceName.ts';
import { askEarly } from '../resources/list/askEarly.ts';
import { hasSessionElseLogin } from './leave.ts';
import { environments } from './environment.ts';
import { hiddenBecause } from './features.ts';
import { flagOf, navItems } from './navigation.ts';
import { pages } from './pages.tsx';
import { BASENAME, paths } from './paths.ts';
import { NotFound, PageRoute, Guarded, ResourceRoute } from './routeElements.tsx';
import { Shell, type Services } from './Shell.tsx';
import type { ConsoleEnvironment } from './useConsole.ts';
import { Visits } from './visits.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { Waiting } from '../ui/plain/Waiting.tsx';

const { Part: ContextFailure } = lazyComponent(() => import('./ContextFailure.tsx'), { name: 'Why this failed' });

const allItems = navItems(resources, pages);

const resourceRoutes = resources.map((resource): RouteObject => ({
  path: `${resource.path}/*`,
  element: (
    <Guarded flag={flagOf(resource)} within="frame" forbids>
      <ResourceRoute resource={resource} />
    </Guarded>
  ),
}));

const pageRoutes = pages.flatMap((page) =>
  page.at.map((name): RouteObject => ({
    path: paths[name].pattern + (paths[name].below ? '/*' : ''),
    element: (
      <Guarded flag={page.flag} within={page.within}>
        <PageRoute page={page} />
      </Guarded>
    ),
  })),
);

/** `/web`: the first resource page, or the support page. */
const startPath = ({ items, visits }: ConsoleEnvironment): string =>
  items.find((item) => item.category === 'Resources')?.to(visits.clusterId.get()) ?? paths.support();

/** The longest wait for the first rows of a new console: rendering them with the page is quicker than afterwards. */
const ROWS_PATIENCE_MS = 150;

/** The data router below `/web`. The root loader guards every page: without a session there is no page. */
export function createRouter(services: Services) {
  const visits = new Visits(config.proxyCluster, allItems);
  const environmentOf = environments({
    config,
    keeper: services.keeper,
    visits,
    items: allItems,
    unserved: navItems(unserved, []),
  });
  /** The start address leaves no history entry: Back leads to the previous page. */
  const start = async () => {
    const path = startPath(environmentOf(await loadUserContext()));
    return router.state.initialized ? redirect(path) : replace(path);
  };
  const router = createBrowserRouter(
    [
      {
        path: '/',
        loader: async ({ request }) => {
          if (!hasSessionElseLogin()) return new Promise<never>(() => undefined); // the browser is leaving
          const user = await loadUserContext();
          const { pathname, search } = new URL(request.url);
          const located = locateResource(resources, pathname.slice(BASENAME.length + 1));
          const flag = located && flagOf(located.resource);
          if (!located || (flag && hiddenBecause(flag, user.acl, config) !== undefined)) return null;
          const { queryClient: client, dataProvider } = services;
          const rows = askEarly(located, search, { client, dataProvider, user });
          if (!router.state.initialized)
            await Promise.race([rows, new Promise((resolve) => setTimeout(resolve, ROWS_PATIENCE_MS))]);
          return null;
        },
        // Queries in the address change with every key stroke of a search. They are not new pages.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        element: <Shell services={services} environmentOf={environmentOf} />,
        errorElement: <ContextFailure keeper={services.keeper} />,
        HydrateFallback: Opening,
        children: [
          { index: true, loader: start },
          ...resourceRoutes,
          ...pageRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
    { basename: BASENAME },
  );
  const note = ({ pathname, search }: { pathname: string; search: string }) =>
    visits.note({ pathname: pathname.slice(BASENAME.length), search });
  note(router.state.location);
  router.subscribe((state) => note(state.location));
  return router;
}

/** Before the user is known. */
const Opening = () => <Waiting>Opening the console</Waiting>;
