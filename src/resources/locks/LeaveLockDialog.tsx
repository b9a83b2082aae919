import { plural } from '../../lib/numbers.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';

/** `isCancelled`: what was entered goes too, else it is kept. */
type Props = { count: number; isCancelled: boolean; onStay: () => void; onLeave: () => void };

/** Before chosen targets are left unlocked. */
export const LeaveLockDialog = ({ count, isCancelled, onStay, onLeave }: Props) => (
  <Dialog
    title="Leave without locking?"
    onClose={onStay}
    footer={
      <>
        <Button kind="quietDanger" size="form" onClick={onLeave}>
          Leave without locking
        </Button>
        <span className="grow" />
        <Button size="form" autoFocus onClick={onStay}>
          Stay
        </Button>
      </>
    }
  >
    {`${plural(count, 'target')} chosen and not locked yet. ${isCancelled ? 'Leaving discards what you entered' : '“New lock” keeps what you have entered'}.`}
  </Dialog>
);
