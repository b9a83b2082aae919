import type { ReactNode } from 'react';
import { lockedOut } from '../api/client.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { leaving } from '../lib/leaving.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { useStore } from '../ui/useStore.ts';

type Props = { keeper: SessionKeeper; children: ReactNode };

const { Part: LockedPage } = lazyComponent(() => import('./LockedPage.tsx'), { what: 'Why nothing opens' });

/** In place of the console while a lock is in force for its user: no call would be answered. */
export function LockGate({ keeper, children }: Props) {
  const lock = useStore(lockedOut);
  return lock ? <LockedPage keeper={keeper} lock={lock} /> : children;
}

/** Unsaved text becomes a draft before the page goes. */
export const saveDraftsWhenLocked = () => lockedOut.subscribe(() => lockedOut.get() && leaving.emit());
