import type { ReactNode } from 'react';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { lazyComponent } from '../ui/lazyComponent.ts';
import { usePrefetch } from '../ui/usePrefetch.ts';
import { useStore } from '../ui/useStore.ts';

type Props = { keeper: SessionKeeper; children: ReactNode };

const { Part: SignedOutPage, fetch } = lazyComponent(() => import('./SignedOutPage.tsx'), {
  what: 'The sign-out message',
});

/** In place of a page whose user has signed out while no login page can be loaded: its content must not stay. */
export function SignedOutGate({ keeper, children }: Props) {
  usePrefetch(fetch); // without a network it is too late
  const state = useStore(keeper.state);
  if (state.kind !== 'ended') return children;
  if (state.isUntold) return <SignedOutPage where="here" />;
  return state.why === 'signedOutElsewhere' && !navigator.onLine ? <SignedOutPage where="elsewhere" /> : children;
}
