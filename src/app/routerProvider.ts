// React-admin's router interface, implemented with ours. The build replaces react-admin's own provider with it, which
// can also create routers: every page would load a second history for them.
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

/** Without the parts for forms of react-admin, which ask before they are left, and for its own routes. */
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
