import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';

type Props = {
  /** "role dev" */
  what: string;
  /** False where the browser has no room for a draft: leaving loses the words. */
  keepsDraft: boolean;
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
};

/** Before a page with unsaved words is left. */
export const LeaveDialog = ({ what, keepsDraft, onStay, onLeave, onDiscard }: Props) => (
  <Dialog
    title={`Leave ${what} without saving?`}
    onClose={onStay}
    footer={
      <>
        <Button kind="quietDanger" size="form" onClick={onDiscard}>
          Discard changes
        </Button>
        <span className="grow" />
        <Button size="form" autoFocus={!keepsDraft} onClick={onStay}>
          Stay
        </Button>
        {keepsDraft && (
          <Button kind="primary" size="form" autoFocus onClick={onLeave}>
            Leave, keep draft
          </Button>
        )}
      </>
    }
  >
    {keepsDraft
      ? 'Nothing was saved on the server. Your text is kept as a draft in this browser and is here when you come back.'
      : 'Nothing was saved on the server, and this browser cannot store a draft. What you typed would be lost. Download it first.'}
  </Dialog>
);
