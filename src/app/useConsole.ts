import { createContext, use } from 'react';
import type { Config } from '../api/config.ts';
import type { UserContext } from '../api/userContext.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { useStore } from '../ui/useStore.ts';
import type { Flag } from './features.ts';
import type { NavItem } from './navigation.ts';
import type { Visits } from './visits.ts';

/** What every part of the frame may ask for. A change of the user's roles makes another one. */
export type ConsoleEnvironment = {
  config: Config;
  user: UserContext;
  keeper: SessionKeeper;
  /** The pages this user sees, in the order of the navigation. */
  items: readonly NavItem[];
  /** The pages that exist and are hidden, and why. */
  hidden: readonly { label: string; why: string }[];
  visits: Visits;
  /** Pages that this user saw since the console was opened and sees no longer. */
  lost: ReadonlySet<Flag>;
};

export const ConsoleContext = createContext<ConsoleEnvironment | undefined>(undefined);

export function useConsole(): ConsoleEnvironment {
  const environment = use(ConsoleContext);
  if (!environment) throw new Error('useConsole works only inside the console');
  return environment;
}

/** The cluster of the present page, or the last one seen. */
export const useClusterId = (): string => useStore(useConsole().visits.clusterId);
