import type { ReactNode } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';

type Props = {
  title: string;
  size: 'form' | 'review';
  onClose: () => void;
  /** A write is in progress. The dialog stays open until it has finished. */
  isSaving?: boolean;
  /** The button that saves; absent if saving is not possible. */
  save?: { label: string; run: () => void; disabledReason?: string | undefined };
  /** Saving is risky, or is one of several choices, so the focus starts on the button that goes back. */
  isFlagged?: boolean;
  /** Beside the buttons: what was compared. */
  note?: ReactNode;
  children: ReactNode;
};

const BACK = 'Back to editing';

/** The dialog of a review: the effects of saving, the button back to the editor, and the button that saves. */
export const ReviewFrame = ({ title, size, onClose, isSaving = false, save, isFlagged, note, children }: Props) => (
  <Dialog
    title={title}
    size={size}
    onClose={onClose}
    dismissGuard={isSaving ? 'working' : undefined}
    footer={
      save ? (
        <DialogButtons
          note={note}
          cancelLabel={BACK}
          onCancel={onClose}
          waitReason="Wait until it is saved"
          focus={isFlagged ? 'cancel' : 'act'}
          act={{
            off: save.disabledReason,
            busy: isSaving ? 'Saving' : undefined,
            onClick: save.run,
            children: save.label,
          }}
        />
      ) : (
        <Button size="form" autoFocus onClick={onClose}>
          {BACK}
        </Button>
      )
    }
  >
    {children}
  </Dialog>
);

/** In a review: the server's copy could not be loaded, so nothing can be compared or saved. */
export const CopyFailure = ({ error, again }: { error: unknown; again: () => void }) => (
  <ErrorNote
    what="Could not load the server’s copy"
    {...describeFailure(error)}
    safe="Nothing was saved and your changes are kept"
    actions={<Button onClick={again}>Try again</Button>}
  />
);
