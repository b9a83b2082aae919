import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { config } from '../api/config.ts';
import { loadUserContext } from '../api/userContext.ts';
import { resources, unserved } from '../descriptors/index.ts';
import { hasSessionElseLogin } from './leave.ts';
import { environments } from './environment.ts';
import { flagOf, navItems } from './navigation.ts';
import { NotFound } from './NotFound.tsx';
import { pages } from './pages.tsx';
import { BASENAME, paths } from './paths.ts';
import { PageRoute, Place, ResourceRoute, Start } from './routeElements.tsx';
import { Shell, type Services } from './Shell.tsx';
import { Visits } from './visits.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { Waiting } from '../ui/plain/Waiting.tsx';

const { Part: ContextFailure } = lazyComponent(() => import('./ContextFailure.tsx'), { what: 'Why this failed' });

const allItems = navItems(resources, pages);

const resourceRoutes = resources.map((resource): RouteObject => ({
  path: `${resource.path}/*`,
  element: (
    <Place flag={flagOf(resource)} within="frame" forbids>
      <ResourceRoute resource={resource} />
    </Place>
  ),
}));

const pageRoutes = pages.flatMap((page) =>
  page.at.map((name): RouteObject => ({
    path: paths[name].pattern + (paths[name].below ? '/*' : ''),
    element: (
      <Place flag={page.flag} within={page.within}>
        <PageRoute page={page} />
      </Place>
    ),
  })),
);

/** The data router below `/web`. The root loader guards every page: no session, no page. */
export function createRouter(services: Services) {
  const visits = new Visits(config.proxyCluster, allItems);
  const environmentOf = environments({
    config,
    keeper: services.keeper,
    visits,
    items: allItems,
    unserved: navItems(unserved, []),
  });
  const router = createBrowserRouter(
    [
      {
        path: '/',
        loader: async () => {
          if (!hasSessionElseLogin()) return new Promise<never>(() => undefined); // the browser is leaving
          await loadUserContext();
          return null;
        },
        // Queries in the address change with every key stroke of a search; they are no new page.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
        element: <Shell services={services} environmentOf={environmentOf} />,
        errorElement: <ContextFailure keeper={services.keeper} />,
        HydrateFallback: Opening,
        children: [
          { index: true, element: <Start /> },
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

/** Before it is known who is signed in. */
const Opening = () => <Waiting>Opening the console</Waiting>;
