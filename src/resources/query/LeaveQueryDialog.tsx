import { useStore } from '../../ui/useStore.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { QuerySession } from './session/QuerySession.ts';

type Props = { session: QuerySession; onStay: () => void; onLeave: () => void };

/** Asks before a running statement or an open transaction is given up. */
export function LeaveQueryDialog({ session, onStay, onLeave }: Props) {
  const isRunning = useStore(session.state).kind === 'running';
  return (
    <ConfirmDialog
      title={isRunning ? 'Leave while a statement is running?' : 'Leave with an open transaction?'}
      cancelLabel="Stay"
      act="Leave"
      acting="Leaving"
      destroys
      onAct={async () => session.disconnect()}
      onClose={onStay}
      onDone={onLeave}
    >
      <p>
        {isRunning && 'The statement is stopped. '}Changes that are not committed are rolled back. The text stays in
        this browser.
      </p>
    </ConfirmDialog>
  );
}
