import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './plain/Button.tsx';

type Props = {
  /** Left of the buttons. */
  note?: ReactNode;
  /** The label of the button that closes the dialog, if it is not "Cancel". */
  cancelLabel?: string;
  onCancel: () => void;
  /** Why the dialog cannot be closed while `act` is busy; absent: it can. */
  waitReason?: string;
  /** Which of the two has the focus at first; absent: neither. */
  focus?: 'cancel' | 'act' | undefined;
  /** The button for the action: verb and object as its children, `form` and `type` if it submits a form. */
  act: Omit<ButtonProps, 'size' | 'autoFocus'>;
};

/** The foot of a dialog with a question: the cancel button, and the action. */
export const DialogButtons = ({ note, cancelLabel = 'Cancel', onCancel, waitReason, focus, act }: Props) => (
  <>
    {note}
    <Button
      size="form"
      autoFocus={focus === 'cancel'}
      off={act.busy === undefined ? undefined : waitReason}
      onClick={onCancel}
    >
      {cancelLabel}
    </Button>
    <Button size="form" kind="primary" autoFocus={focus === 'act'} {...act} />
  </>
);

/** The only button of a dialog without a question. */
export const CloseButton = (props: Pick<ButtonProps, 'onClick' | 'autoFocus'>) => (
  <Button size="form" {...props}>
    Close
  </Button>
);
