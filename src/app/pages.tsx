import { Waiting } from '../ui/plain/Waiting.tsx';
import { lazyComponent } from '../ui/lazyComponent.ts';
import type { Page } from './page.ts';
import { paths, type PathName } from './paths.ts';

const PAGE = { name: 'The page', waiting: <Waiting>Loading the page</Waiting> };

export const pages: readonly Page[] = [
  {
    at: [
      'account',
      'accountPassword',
      'accountTwoFactor',
      'accountSignIn',
      'accountSessions',
      'accountAppearance',
      'accountKeys',
    ],
    title: 'Account Settings',
    within: 'frame',
    Component: lazyComponent(() => import('./AccountRoute.tsx'), PAGE).Part,
  },
  {
    at: ['assist'],
    title: 'Assist',
    flag: 'assist',
    nav: { label: 'Assist', icon: 'sparkles', category: 'Assist', weight: 1 },
    within: 'frame',
    Component: lazyComponent(() => import('./AssistRoute.tsx'), PAGE).Part,
  },
  {
    at: ['command'],
    title: 'Run a command',
    flag: 'nodes',
    within: 'frame',
    Component: lazyComponent(() => import('./CommandRoute.tsx'), PAGE).Part,
  },
  { at: ['desktop'], within: 'window', Component: lazyComponent(() => import('./DesktopRoute.tsx'), PAGE).Part },
  {
    at: ['discover'],
    flag: 'discover',
    nav: { label: 'Enroll new resource', icon: 'plus', category: 'Management', section: 'Access', weight: 12 },
    within: 'frame',
    Component: lazyComponent(() => import('./DiscoverRoute.tsx'), PAGE).Part,
  },
  { at: ['launch'], within: 'window', Component: lazyComponent(() => import('./LaunchRoute.tsx'), PAGE).Part },
  {
    at: ['headless'],
    title: 'Approve a sign-in',
    within: 'window',
    Component: lazyComponent(() => import('./HeadlessRoute.tsx'), PAGE).Part,
  },
  {
    at: ['kubernetesView'],
    flag: 'kubernetes',
    within: 'frame',
    Component: lazyComponent(() => import('./KubernetesRoute.tsx'), PAGE).Part,
  },
  {
    at: ['newIntegration'],
    flag: 'enrollIntegrations',
    nav: { label: 'Enroll new integration', icon: 'link-2', category: 'Management', section: 'Access', weight: 13 },
    within: 'frame',
    Component: lazyComponent(() => import('./NewIntegrationRoute.tsx'), PAGE).Part,
  },
  { at: ['player'], within: 'window', Component: lazyComponent(() => import('./PlayerRoute.tsx'), PAGE).Part },
  {
    at: ['query'],
    flag: 'queries',
    within: 'frame',
    Component: lazyComponent(() => import('./QueryRoute.tsx'), PAGE).Part,
  },
  {
    at: ['support'],
    title: 'Help & Support',
    within: 'frame',
    Component: lazyComponent(() => import('./SupportRoute.tsx'), PAGE).Part,
  },
];

/** The terminal has its own window, which main.tsx opens without the router. */
const TERMINAL: readonly PathName[] = ['console', 'consoleNodes', 'consoleNode', 'consoleSession'];

/** Addresses of the specification without a page so far: they have no menu item, and show the not-found card. */
export const laterScreens = (servedByResources: ReadonlySet<string>): PathName[] => {
  const served = new Set<PathName>(['root', ...TERMINAL, ...pages.flatMap((page) => page.at)]);
  return pathNames().filter((name) => !served.has(name) && !servedByResources.has(paths[name].pattern));
};

const isPathName = (name: string): name is PathName => Object.hasOwn(paths, name);
const pathNames = (): PathName[] => Object.keys(paths).filter(isPathName);
