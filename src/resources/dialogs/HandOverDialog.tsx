import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import { loginLinkPath, type LoginLink } from '../../api/loginLinks.ts';
import { formatDuration } from '../../lib/dates.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { useNow } from '../../ui/useNow.ts';
import type { Row } from '../../descriptors/row.ts';
import styles from './dialogs.module.css';
import { Effects } from './Effects.tsx';

/** The properties of every dialog about a row. */
export type RowDialogProps = { row: Row; onClose: () => void };

type Props = {
  title: string;
  /** Why the user must copy it now. */
  once: string;
  onClose: () => void;
  children: ReactNode;
};

/** Shows a new secret, only once: what it allows, until when, and a copy button. */
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

/** Its expiry, in the middle of a sentence. */
export const HandOverEnd = ({ date }: { date: Date }) => (
  <strong className={styles.moment}>
    <Time date={date} />
  </strong>
);

const MINUTE_MS = 60_000;

type LinkDialogProps = {
  title: string;
  link: LoginLink;
  /** What creating the link has changed, and what it leaves unchanged. */
  effects?: readonly string[];
  leaves?: readonly string[];
  onClose: () => void;
};

/** A link with which a user chooses how to sign in: for which user, how long it is valid, what it ended. */
export function LinkDialog({ title, link, effects = [], leaves = [], onClose }: LinkDialogProps) {
  const nowMs = useNow(MINUTE_MS);
  const { expires } = link;
  const leftMs = expires ? expires.getTime() - nowMs : Number.NaN;
  return (
    <HandOverDialog title={title} once="The link is shown only once" onClose={onClose}>
      <p>
        Send this link to <strong>{link.user}</strong> over a channel you trust. The first person who opens it chooses
        how the user signs in. It works once
        {expires && [', until ', <HandOverEnd key="end" date={expires} />]}
        {leftMs > 0 && `, ${formatDuration(leftMs)} from now`}.{leftMs <= 0 && ' It has expired.'}
      </p>
      <CopyBox label={`Link for ${link.user}`} text={location.origin + loginLinkPath(link)} />
      {effects.length > 0 && <Effects of={effects} icon="check" />}
      {leaves.length > 0 && <Effects of={leaves} />}
    </HandOverDialog>
  );
}
