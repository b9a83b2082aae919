import { lazy } from 'react';
import type { Page } from './page.ts';
import { paths } from './paths.ts';
import type { PathName } from './paths.ts';

export const pages: readonly Page[] = [
  {
    at: ['account', 'accountPassword', 'accountTwoFactor', 'accountSignIn', 'accountAppearance', 'accountKeys'],
    title: 'Account Settings',
    within: 'frame',
    Component: lazy(() => import('./AccountRoute.tsx')),
  },
  {
    at: ['headless'],
    title: 'Approve a sign-in',
    within: 'window',
    Component: lazy(() => import('./HeadlessRoute.tsx')),
  },
  {
    at: ['newIntegration'],
    title: 'Enroll New Integration',
    flag: 'enrollIntegrations',
    nav: { label: 'Enroll new integration', icon: 'link-2', category: 'Management', section: 'Access', weight: 13 },
    within: 'frame',
    Component: lazy(() => import('./NewIntegrationRoute.tsx')),
  },
  { at: ['support'], title: 'Help & Support', within: 'frame', Component: lazy(() => import('./SupportRoute.tsx')) },
];

/** The terminal is a window of its own, which main.tsx opens without the router. */
const TERMINAL: readonly PathName[] = ['console', 'consoleNodes', 'consoleNode', 'consoleSession'];

/** Addresses of the specification whose screens are still to come: no menu item, and the not-found card on a visit. */
export const laterScreens = (servedByResources: ReadonlySet<string>): PathName[] => {
  const served = new Set<PathName>(['root', ...TERMINAL, ...pages.flatMap((page) => page.at)]);
  return pathNames().filter((name) => !served.has(name) && !servedByResources.has(paths[name].pattern));
};

const isPathName = (name: string): name is PathName => Object.hasOwn(paths, name);
const pathNames = (): PathName[] => Object.keys(paths).filter(isPathName);
