import { lockEnd, type LockInForce } from '../api/errors.ts';
import type { SessionKeeper } from '../authProvider/SessionKeeper.ts';
import { Button } from '../ui/plain/Button.tsx';
import { MessageCard } from '../ui/plain/MessageCard.tsx';
import { Note } from '../ui/plain/Note.tsx';

type Props = { keeper: SessionKeeper; lock: LockInForce };

/** The buttons of a page that replaces the console. */
export const RetryOrSignOut = ({ keeper }: Pick<Props, 'keeper'>) => (
  <>
    <Button size="form" kind="primary" autoFocus onClick={() => location.reload()}>
      Try again
    </Button>
    <Button size="form" icon="log-out" onClick={() => void keeper.signOut()}>
      Sign out
    </Button>
  </>
);

/** For a signed-in but locked user: the lock's message, and the sign-out. */
export function LockedPage({ keeper, lock }: Props) {
  return (
    <>
      <title>Locked</title>
      <MessageCard kind="Locked" title={`You are locked${lockEnd(lock)}`} actions={<RetryOrSignOut keeper={keeper} />}>
        {lock.message && <Note kind="danger">{lock.message}</Note>}
        <p>
          {lock.isOnDevice
            ? 'An administrator has locked the device that you signed in with. Sign out, and sign in with another device.'
            : 'An administrator has locked your access. You cannot use the console until the lock ends or is lifted.'}
        </p>
        <p>Unsaved text is kept as a draft.</p>
      </MessageCard>
    </>
  );
}
