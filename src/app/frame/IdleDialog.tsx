import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { formatDuration } from '../../lib/dates.ts';
import { useStore } from '../../ui/useStore.ts';
import type { SessionKeeper } from '../../authProvider/SessionKeeper.ts';
import { useNow } from '../../ui/useNow.ts';

/** A minute before inactivity ends the session. Any key or pointer is answer enough. */
export function IdleDialog({ keeper }: { keeper: SessionKeeper }) {
  const state = useStore(keeper.state);
  return state.kind === 'idle' ? <Warning keeper={keeper} signsOutAtMs={state.signsOutAtMs} /> : null;
}

function Warning({ keeper, signsOutAtMs }: { keeper: SessionKeeper; signsOutAtMs: number }) {
  const leftMs = Math.max(0, signsOutAtMs - useNow(1000));
  const stay = () => keeper.staySignedIn();
  return (
    <Dialog
      title="Nobody has been here for a while"
      onClose={stay}
      footer={
        <>
          <Button size="form" onClick={() => void keeper.signOut()}>
            Sign out
          </Button>
          <Button size="form" kind="primary" autoFocus onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p role="alert">
        This cluster signs out after a time without activity. It happens in{' '}
        <b className="num">{formatDuration(leftMs)}</b>; unsaved text is kept as a draft.
      </p>
    </Dialog>
  );
}
