import { ValueStore } from '../lib/valueStore.ts';

/** Whether the server was heard of at the last call. */
export type Reachability = { kind: 'reached' } | { kind: 'lost'; sinceMs: number };

const reached: Reachability = { kind: 'reached' };
export const reachability = new ValueStore<Reachability>(reached);

/** Called by the client alone. The first loss counts: `sinceMs` does not move while it lasts. */
export function noteReachability(isReached: boolean): void {
  if (isReached) reachability.set(reached);
  else if (reachability.get().kind === 'reached') reachability.set({ kind: 'lost', sinceMs: Date.now() });
}
