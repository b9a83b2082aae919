import type { ReactNode } from 'react';
import { lockedOut } from '../api/client.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { useStore } from '../ui/useStore.ts';
import { SignedOutGate } from './SignedOutGate.tsx';

type Props = { keeper: SessionKeeper; children: ReactNode };

const { Part: LockedPage } = lazyComponent(() => import('./LockedPage.tsx'), { what: 'The lock message' });

/**
 * In place of the console while a lock is in force for its user: no call would be answered. Likewise after a sign-out
 * without a network.
 */
export function LockGate({ keeper, children }: Props) {
  const lock = useStore(lockedOut);
  return <SignedOutGate keeper={keeper}>{lock ? <LockedPage keeper={keeper} lock={lock} /> : children}</SignedOutGate>;
}
