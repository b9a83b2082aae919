import { useStore } from '../../ui/useStore.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { QuerySession } from './session/QuerySession.ts';

type Props = { session: QuerySession; act: 'Leave' | 'Disconnect'; onStay: () => void; onLeave: () => void };

/** Asks before a running statement or an open transaction is abandoned. Both may end while the dialog is open. */
export function LeaveQueryDialog({ session, act, onStay, onLeave }: Props) {
  const isRunning = useStore(session.state).kind === 'running';
  const isOpen = useStore(session.transaction) !== 'none';
  const nothingLeft = act === 'Leave' ? 'Leave the query console?' : 'Disconnect from the database?';
  return (
    <ConfirmDialog
      title={
        isRunning ? `${act} while a statement is running?` : isOpen ? `${act} with an open transaction?` : nothingLeft
      }
      cancelLabel="Stay"
      act={act}
      acting={act === 'Leave' ? 'Leaving' : 'Disconnecting'}
      destroys
      onAct={async () => session.disconnect()}
      onClose={onStay}
      onDone={onLeave}
    >
      <p>
        {isRunning && 'The statement is stopped. '}
        {isRunning || isOpen
          ? 'Changes that are not committed are rolled back. '
          : 'No statement is running, and no transaction is open. '}
        The text stays in this browser.
      </p>
    </ConfirmDialog>
  );
}
