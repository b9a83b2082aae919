import { useMemo, useSyncExternalStore } from 'react';
import type { CommandRun } from '../run/CommandRun.ts';
import type { NodeState } from '../run/nodeState.ts';
import { paced } from './paced.ts';

/** Where the command stands on each server. Drawn a few times a second: hundreds of servers end in one. */
export function useStates({ states }: CommandRun): ReadonlyMap<string, NodeState> {
  const subscribe = useMemo(() => paced(states.subscribe), [states]);
  return useSyncExternalStore(subscribe, states.get);
}
