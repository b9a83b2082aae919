import { useState, type ReactNode } from 'react';
import { errorMessage, mayBeDone } from '../lib/errorMessage.ts';
import { visibleLine } from '../lib/visibleText.ts';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { Note } from './plain/Note.tsx';

type Props = {
  /** May contain names that other users wrote. Their hidden characters are shown. */
  title: string;
  /** The effect, with its numbers. */
  children: ReactNode;
  /** Both repeat the verb: "Keep role", "Delete role". */
  cancelLabel: string;
  act: string;
  /** The verb in progress: "Deleting". */
  acting: string;
  destroys?: boolean;
  /** Which button has the focus at first; `cancel` for a destructive action. */
  focus?: 'cancel' | 'act';
  /** Why the action is not possible now. */
  off?: string | undefined;
  /** Rejects on failure. The dialog then stays open and shows the reason. */
  onAct: () => Promise<void>;
  onClose: () => void;
  /** Called after the action. Without it the dialog closes. */
  onDone?: () => void;
};

type State = { kind: 'asking' } | { kind: 'acting' } | { kind: 'failed'; error: unknown };

/** Asks before an action, runs it, and stays open if it fails. */
export function ConfirmDialog({
  title,
  children,
  cancelLabel,
  act,
  acting,
  destroys,
  focus = destroys ? 'cancel' : 'act',
  off,
  onAct,
  onClose,
  onDone = onClose,
}: Props) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const run = async () => {
    setState({ kind: 'acting' });
    try {
      await onAct();
      onDone();
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  const working = state.kind === 'acting';
  return (
    <Dialog
      title={visibleLine(title)}
      onClose={onClose}
      dismissGuard={working ? 'working' : undefined}
      footer={
        <DialogButtons
          cancelLabel={cancelLabel}
          onCancel={onClose}
          waitReason="Wait until it is done"
          focus={focus}
          act={{
            kind: destroys ? 'destroy' : 'primary',
            off,
            busy: working ? acting : undefined,
            onClick: () => void run(),
            children: act,
          }}
        />
      }
    >
      {children}
      {state.kind === 'failed' && (
        <Note kind="danger" title={mayBeDone(state.error) ? 'It may have been done.' : 'Nothing was changed.'}>
          {errorMessage(state.error)}
        </Note>
      )}
    </Dialog>
  );
}
