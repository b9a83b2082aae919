import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './plain/Button.tsx';

type Props = {
  /** Left of the buttons. */
  note?: ReactNode;
  /** What the button that leaves says, where it is not "Cancel". */
  cancelLabel?: string;
  onCancel: () => void;
  /** Why the dialog cannot be left while `act` is busy; absent: it can. */
  waitReason?: string;
  /** Which of the two has the focus at first; absent: neither. */
  focus?: 'cancel' | 'act' | undefined;
  /** The button that acts: verb and object as its children, `form` and `type` where it submits a form. */
  act: Omit<ButtonProps, 'size' | 'autoFocus'>;
};

/** The foot of a dialog that asks: the way back, and the act. */
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

/** The only button of a dialog that asks nothing. */
export const CloseButton = (props: Pick<ButtonProps, 'onClick' | 'autoFocus'>) => (
  <Button size="form" {...props}>
    Close
  </Button>
);
