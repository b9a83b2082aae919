import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import type { DraftState } from './DocumentSession.ts';

type Props = {
  /** "role dev" */
  noun: string;
  /** Without a stored draft, leaving loses the unsaved text. */
  draft: DraftState['kind'];
  onStay: () => void;
  onLeave: () => void;
  onDiscard: () => void;
};

const LOST_BECAUSE: Readonly<Partial<Record<DraftState['kind'], string>>> = {
  refused: 'this browser cannot store a draft. What you typed would be lost. Download it first.',
  secret:
    'no draft is kept, because the text could hold a secret in the wrong place. What you typed would be lost. Fix the errors first.',
};

/** Asks before the user leaves a page with unsaved changes. */
export const LeaveDialog = ({ noun, draft, onStay, onLeave, onDiscard }: Props) => {
  const why = LOST_BECAUSE[draft];
  return (
    <Dialog
      title={`Leave ${noun} without saving?`}
      onClose={onStay}
      footer={
        <>
          <Button kind="quietDanger" size="form" onClick={onDiscard}>
            Discard changes
          </Button>
          <span className="grow" />
          <Button size="form" autoFocus={why !== undefined} onClick={onStay}>
            Stay
          </Button>
          {why === undefined && (
            <Button kind="primary" size="form" autoFocus onClick={onLeave}>
              Leave, keep draft
            </Button>
          )}
        </>
      }
    >
      {why === undefined
        ? 'Nothing was saved on the server. Your text is kept as a draft in this browser and is here when you come back.'
        : `Nothing was saved on the server, and ${why}`}
    </Dialog>
  );
};
