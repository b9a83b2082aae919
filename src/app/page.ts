import type { ComponentType } from 'react';
import type { IconName } from '../ui/plain/Icon.tsx';
import type { Flag } from './features.ts';
import type { PathName } from './paths.ts';

/** The parts of the navigation, in their order (specification §2). */
export const CATEGORIES = ['Resources', 'Management', 'Assist'] as const;
export type Category = (typeof CATEGORIES)[number];
export const SECTIONS = ['Access', 'Activity', 'Billing', 'Clusters'] as const;
export type Section = (typeof SECTIONS)[number];

/** A page that is not generated from a resource. */
export type Page = {
  /** The addresses of the page. The navigation leads to the first one. */
  at: readonly [PathName, ...PathName[]];
  /** Document title. A page with a more specific title renders its own `<title>`. */
  title?: string;
  /** Without this feature, the page and its route do not exist for the user. */
  flag?: Flag;
  nav?: { label: string; icon: IconName; category: Category; section?: Section; weight: number };
  /** `window`: it fills the window, without the frame. */
  within: 'frame' | 'window';
  Component: ComponentType;
};
