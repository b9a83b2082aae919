import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { useStore } from '../../ui/useStore.ts';
import { useNow } from '../../ui/useNow.ts';

/** From this time before the end, the display is a warning. */
const WARN_BEFORE_MS = 5 * 60_000;
const CALM_TICK_MS = 15_000;
const WARNING_TICK_MS = 1000;

/** The end of the session. `undefined` until a cluster's first renewal has returned it. */
export type SessionEnd = { endsAtMs: number; leftMs: number; isNear: boolean };

export function useSessionEnd(keeper: SessionKeeper): SessionEnd | undefined {
  const state = useStore(keeper.state);
  const endsAtMs = state.kind === 'ended' ? undefined : state.endsAtMs;
  const calmNowMs = useNow(endsAtMs === undefined ? undefined : CALM_TICK_MS);
  const isSoon = endsAtMs !== undefined && endsAtMs - calmNowMs < WARN_BEFORE_MS + CALM_TICK_MS;
  const nowMs = Math.max(calmNowMs, useNow(isSoon ? WARNING_TICK_MS : undefined));
  if (endsAtMs === undefined) return undefined;
  const leftMs = Math.max(0, endsAtMs - nowMs);
  return { endsAtMs, leftMs, isNear: leftMs <= WARN_BEFORE_MS };
}
