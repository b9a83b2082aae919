import { createContext, use } from 'react';
import type { Config } from '../api/config.ts';
import type { UserContext } from '../api/userContext.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { useStore } from '../ui/useStore.ts';
import type { Flag } from './features.ts';
import type { NavItem } from './navigation.ts';
import type { Visits } from './visits.ts';

/** The environment of all parts of the frame. A change of the user's permissions creates a new one. */
export type ConsoleEnvironment = {
  config: Config;
  user: UserContext;
  keeper: SessionKeeper;
  /** The pages that this user sees, in the order of the navigation. */
  items: readonly NavItem[];
  /** The existing but hidden pages, with the reason. */
  hidden: readonly { label: string; why: string }[];
  visits: Visits;
  /** Pages that this user saw since the console was opened, and no longer sees. */
  lost: ReadonlySet<Flag>;
};

export const ConsoleContext = createContext<ConsoleEnvironment | undefined>(undefined);

export function useConsole(): ConsoleEnvironment {
  const environment = use(ConsoleContext);
  if (!environment) throw new Error('useConsole works only inside the console');
  return environment;
}

/** The cluster of the current page, or the last one. */
export const useClusterId = (): string => useStore(useConsole().visits.clusterId);
