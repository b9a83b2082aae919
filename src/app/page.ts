import type { ComponentType } from 'react';
import type { IconName } from '../ui/plain/Icon.tsx';
import type { Flag } from './features.ts';
import type { PathName } from './paths.ts';

/** The parts of the navigation, in their order (specification §2). */
export const CATEGORIES = ['Resources', 'Management', 'Assist'] as const;
export type Category = (typeof CATEGORIES)[number];
export const SECTIONS = ['Access', 'Activity', 'Billing', 'Clusters'] as const;
export type Section = (typeof SECTIONS)[number];

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
