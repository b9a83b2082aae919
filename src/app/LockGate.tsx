import type { ReactNode } from 'react';
import { lockedOut } from '../api/client.ts';
import type { LockInForce } from '../api/errors.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { usePrefetch } from '../ui/usePrefetch.ts';
import { useStore } from '../ui/useStore.ts';

type Props = { keeper: SessionKeeper; lock?: LockInForce | undefined; children: ReactNode };

const { Part: GatePage, fetch } = lazyComponent(() => import('./GatePage.tsx'), { what: 'The message' });

/** In place of a page whose user has signed out while no login page can be loaded: its content must not stay. */
export function SignedOutGate({ keeper, lock, children }: Props) {
  usePrefetch(fetch); // without a network it is too late
  const state = useStore(keeper.state);
  const isOver =
    state.kind === 'ended' && (state.unconfirmed ?? (state.why === 'signedOutElsewhere' && !navigator.onLine));
  return isOver || lock ? <GatePage keeper={keeper} lock={isOver ? undefined : lock} /> : children;
}

/**
 * In place of the console while a lock is in force for its user: no call would be answered. Likewise after a sign-out
 * without a network.
 */
export const LockGate = ({ keeper, children }: Omit<Props, 'lock'>) => (
  <SignedOutGate keeper={keeper} lock={useStore(lockedOut)}>
    {children}
  </SignedOutGate>
);
