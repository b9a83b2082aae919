import { plural } from '../../lib/numbers.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';

type Props = { count: number; onStay: () => void; onLeave: () => void };

/** Before chosen targets are left unlocked. */
export const LeaveLockDialog = ({ count, onStay, onLeave }: Props) => (
  <Dialog
    title="Leave without locking?"
    onClose={onStay}
    footer={
      <>
        <Button kind="quietDanger" size="form" onClick={onLeave}>
          Leave, lock nothing
        </Button>
        <span className="grow" />
        <Button size="form" autoFocus onClick={onStay}>
          Stay
        </Button>
      </>
    }
  >
    {`${plural(count, 'target')} chosen and not locked yet. Leaving forgets ${count === 1 ? 'it' : 'them'}.`}
  </Dialog>
);
