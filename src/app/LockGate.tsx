import type { ReactNode } from 'react';
import { lockedOut } from '../api/client.ts';
import type { LockInForce } from '../api/errors.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { usePrefetch } from '../ui/usePrefetch.ts';
import { useStore } from '../ui/useStore.ts';

type Props = { keeper: SessionKeeper; lock?: LockInForce | undefined; children: ReactNode };

const { Part: GatePage, fetch } = lazyComponent(() => import('./GatePage.tsx'), { name: 'The message' });

/** Replaces the page if the user has signed out but the login page cannot load: the content must not stay visible. */
export function SignedOutGate({ keeper, lock, children }: Props) {
  usePrefetch(fetch); // without a network it would be too late
  const state = useStore(keeper.state);
  const isOver =
    state.kind === 'ended' && (state.unconfirmed ?? (state.why === 'signedOutElsewhere' && !navigator.onLine));
  return isOver || lock ? <GatePage keeper={keeper} lock={isOver ? undefined : lock} /> : children;
}

/**
 * Replaces the console while a lock on its user is in force, since no call would succeed. Also after a sign-out without
 * a network.
 */
export const LockGate = ({ keeper, children }: Omit<Props, 'lock'>) => (
  <SignedOutGate keeper={keeper} lock={useStore(lockedOut)}>
    {children}
  </SignedOutGate>
);
