import { useEffect } from 'react';
import type { LockInForce } from '../api/errors.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { MessageCard } from '../ui/plain/MessageCard.tsx';
import { useStore } from '../ui/useStore.ts';
import { LockedPage } from './LockedPage.tsx';

/** A server can be unreachable while the browser has a network. No event reports when it is back. */
const AGAIN_MS = 5000;

type Props = { keeper: SessionKeeper; lock: LockInForce | undefined };

/** The pages that the gates show, in one file that is prefetched. */
export default function GatePage({ keeper, lock }: Props) {
  return lock ? <LockedPage keeper={keeper} lock={lock} /> : <SignedOutPage keeper={keeper} />;
}

/** For users who signed out without a network. The login page opens automatically when possible. */
function SignedOutPage({ keeper }: Pick<Props, 'keeper'>) {
  const state = useStore(keeper.state);
  const unconfirmed = state.kind === 'ended' ? state.unconfirmed : undefined;
  useEffect(() => {
    if (!unconfirmed) return;
    let isAsking = false;
    const again = async () => {
      if (isAsking) return;
      isAsking = true;
      await keeper.signOutAgain(unconfirmed.bearer);
      isAsking = false;
    };
    const listener = () => void again();
    addEventListener('online', listener);
    const timer = setInterval(listener, AGAIN_MS);
    return () => {
      removeEventListener('online', listener);
      clearInterval(timer);
    };
  }, [keeper, unconfirmed]);
  return (
    <>
      <title>Signed out</title>
      <MessageCard kind="Signed out" title={unconfirmed ? 'Signed out here' : 'Signed out in another tab'}>
        <div role="status">
          {unconfirmed ? (
            <p>
              This page ends your session on the server when the network is back. Keep it open until the login page
              appears.
            </p>
          ) : (
            <p>The login page opens when the network is back.</p>
          )}
        </div>
        <p>Unsaved text is kept as a draft.</p>
      </MessageCard>
    </>
  );
}
