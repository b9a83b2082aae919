import { plural } from '../../lib/numbers.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';

/** `isKept`: the entered values are stored as a draft. Otherwise they are lost too. */
type Props = { count: number; isKept: boolean; onStay: () => void; onLeave: () => void };

/** Asks before the user leaves selected targets unlocked, or a message without targets. */
export const LeaveLockDialog = ({ count, isKept, onStay, onLeave }: Props) => (
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
    {`${count > 0 ? `${plural(count, 'target')} chosen and not locked yet` : 'No lock was created'}. ${isKept ? '“New lock” keeps what you have entered' : 'Leaving discards what you entered'}.`}
  </Dialog>
);
