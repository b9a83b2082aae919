import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import { toConfig } from '../../src/api/config.ts';
import { SessionStore } from '../../src/api/session.ts';
import { toUserContext } from '../../src/api/userContext.ts';
import { isShown } from '../../src/app/features.ts';
import { navItems } from '../../src/app/navigation.ts';
import { pages } from '../../src/app/pages.tsx';
import { ConsoleContext, type ConsoleEnvironment } from '../../src/app/useConsole.ts';
import { Visits } from '../../src/app/visits.ts';
import { SessionKeeper } from '../../src/authProvider/SessionKeeper.ts';
import { resources } from '../../src/descriptors/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { ToastHost } from '../../src/ui/ToastHost.tsx';
import type { UserAclJson, UserContextJson } from '../../src/wire/userContext.ts';

const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };
/** A user who sees servers, users and roles. */
const ACL: UserAclJson = { nodes: ALL, users: ALL, roles: ALL };

/** A session keeper that has not been started. A test can watch its calls and its sign-out or let them fail. */
export function idleKeeper() {
  const calls = {
    renew: vi.fn<() => Promise<void>>().mockResolvedValue(),
    status: vi.fn<() => Promise<void>>().mockResolvedValue(),
    logout: vi.fn<() => Promise<void>>().mockResolvedValue(),
  };
  const leave = vi.fn();
  const session = new SessionStore(() => ({ page: document, storage: localStorage }));
  const keeper = new SessionKeeper({ session, storage: localStorage, clock: systemClock, calls, leave });
  return { keeper, calls, leave };
}

type Options = {
  /** The path of the page below `/web`. */
  at?: string;
  user?: Partial<UserContextJson>;
  config?: Parameters<typeof toConfig>[0];
};

/** Renders a part of the frame in the console of `mara`, cluster `east`. */
export function renderInConsole(
  piece: (environment: ConsoleEnvironment) => ReactNode,
  { at = '/users', user = {}, config = {} }: Options = {},
) {
  const context = toUserContext({ userName: 'mara', userAcl: ACL, cluster: { name: 'east' }, ...user });
  const settings = toConfig({ proxyCluster: 'east', auth: { second_factor: 'otp' }, ...config });
  const items = navItems(resources, pages).filter((item) => isShown(item.flag, context.acl, settings));
  const visits = new Visits('east', items);
  const { keeper, calls, leave } = idleKeeper();
  const environment: ConsoleEnvironment = {
    config: settings,
    user: context,
    keeper,
    items,
    hidden: [],
    visits,
    lost: new Set(),
  };
  const router = createMemoryRouter([{ path: '*', element: piece(environment) }], { initialEntries: [at] });
  render(
    <ConsoleContext value={environment}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </ConsoleContext>,
  );
  return { keeper, visits, calls, leave, address: () => router.state.location.pathname + router.state.location.search };
}
