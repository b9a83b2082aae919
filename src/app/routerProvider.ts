// What react-admin asks of a router, answered by ours. In the build it stands for react-admin's own provider, which can
// make routers too: every page would load a second history for them.
import type { RouterProvider } from 'ra-core';
import type { ReactNode } from 'react';
import {
  Link,
  Navigate,
  Outlet,
  matchPath,
  useInRouterContext,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';

/** Without what only forms of react-admin, which ask before they are left, and its own routes need. */
export const reactRouterProvider = {
  useNavigate,
  useLocation,
  useParams,
  useInRouterContext,
  Link,
  Navigate,
  Outlet,
  RouterWrapper: ({ children }: { children: ReactNode }) => children,
  matchPath,
} satisfies Partial<Record<keyof RouterProvider, unknown>>;
