import type { ReactNode } from 'react';
import { lockedOut } from '../api/client.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { useStore } from '../ui/useStore.ts';
import { SignedOutGate } from './SignedOutGate.tsx';

type Props = { keeper: SessionKeeper; children: ReactNode };

/**
 * In place of the console while a lock is in force for its user: no call would be answered. Likewise after a sign-out
 * without a network.
 */
export const LockGate = ({ keeper, children }: Props) => (
  <SignedOutGate keeper={keeper} lock={useStore(lockedOut)}>
    {children}
  </SignedOutGate>
);
