import { useId, type ComponentProps, type ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { handleSubmit } from '../../ui/plain/Field.tsx';
import styles from './account.module.css';

type Buttons = ComponentProps<typeof DialogButtons>;
type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'aside' | 'onClose'> & {
  /** The proof or the change is being sent: the dialog cannot be closed until it is done. */
  isWorking: boolean;
  /** There is input that a click outside the dialog must not discard. */
  hasTyped: boolean;
  buttons: Pick<Buttons, 'note' | 'cancelLabel' | 'focus' | 'act'>;
  onSubmit: () => void;
  children: ReactNode;
};

/** A change of the account that requires a second factor: a form, and its submit button. */
export function ProofDialog({ isWorking, hasTyped, buttons, onSubmit, children, onClose, ...dialog }: Props) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      dismissGuard={isWorking ? 'working' : hasTyped ? 'typed' : undefined}
      footer={
        <DialogButtons
          {...buttons}
          onCancel={onClose}
          waitReason="Wait until it is done"
          act={{ ...buttons.act, type: 'submit', form }}
        />
      }
    >
      <form id={form} noValidate className={styles.fields} onSubmit={handleSubmit(onSubmit)}>
        {children}
      </form>
    </Dialog>
  );
}
