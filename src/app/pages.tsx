import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { IconName } from '../ui/plain/Icon.tsx';
import type { Flag } from './features.ts';
import type { Category, Section } from './navigation.ts';
import { paths } from './paths.ts';
import type { PathName } from './paths.ts';

/** A page that no resource generates. */
export type Page = {
  /** The addresses it answers; the navigation leads to the first. */
  at: readonly [PathName, ...PathName[]];
  /** Document title; a page that knows better has a `<title>` of its own instead. */
  title?: string;
  /** Hidden, route and all, where this feature is not the user's. */
  flag?: Flag;
  nav?: { label: string; icon: IconName; category: Category; section?: Section; weight: number };
  /** `window`: it has the window to itself. */
  within: 'frame' | 'window';
  Component: ComponentType;
};

export const pages: readonly Page[] = [
  { at: ['support'], title: 'Help & Support', within: 'frame', Component: lazy(() => import('./SupportRoute.tsx')) },
];

/** Addresses of the specification whose screens are still to come: no menu item, and the not-found card on a visit. */
export const laterScreens = (servedByResources: ReadonlySet<string>): PathName[] => {
  const served = new Set<PathName>(['root', ...pages.flatMap((page) => page.at)]);
  return pathNames().filter((name) => !served.has(name) && !servedByResources.has(paths[name].pattern));
};

const isPathName = (name: string): name is PathName => Object.hasOwn(paths, name);
const pathNames = (): PathName[] => Object.keys(paths).filter(isPathName);
