import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import styles from './dialogs.module.css';

type Props = {
  title: string;
  /** Why it is to be copied now. */
  once: string;
  onClose: () => void;
  children: ReactNode;
};

/** A secret that was just made and is shown this once: what it lets somebody do, until when, and a copy of it. */
export const HandOverDialog = ({ title, once, onClose, children }: Props) => (
  <Dialog
    title={title}
    size="form"
    onClose={onClose}
    footer={
      <>
        <span className="small t3">{once}</span>
        <span className="grow" />
        <Button size="form" autoFocus onClick={onClose}>
          Close
        </Button>
      </>
    }
  >
    <div className={styles.link}>{children}</div>
  </Dialog>
);

/** Its end, in the middle of a sentence. */
export const HandOverEnd = ({ date }: { date: Date }) => (
  <strong className={styles.moment}>
    <Time date={date} />
  </strong>
);
