// What react-admin asks of a router, answered by ours. In the build it stands for react-admin's own provider, which can
// make routers too: every page would load a second history for them.
import type { RouterProvider } from 'ra-core';
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

/** Forms of react-admin, which ask before they are left, and its routes are not used here. */
type Used = Omit<RouterProvider, 'useBlocker' | 'useCanBlock' | 'useMatch' | 'Route' | 'Routes'>;

export const reactRouterProvider: Used = {
  useNavigate: useNavigate as RouterProvider['useNavigate'],
  useLocation,
  useParams: useParams as RouterProvider['useParams'],
  useInRouterContext,
  Link,
  Navigate,
  Outlet,
  RouterWrapper: ({ children }) => children,
  matchPath,
};
