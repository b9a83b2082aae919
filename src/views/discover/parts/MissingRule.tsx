import type { ReactNode } from 'react';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import styles from './parts.module.css';

type Props = {
  /** What is missing: "Your roles do not allow connection tests." */
  title: string;
  /** A role that would allow it. */
  role: string;
  children?: ReactNode;
};

/** What the user may not do here, and the role to ask an administrator for. */
export const MissingRule = ({ title, role, children }: Props) => (
  <div className={styles.missing}>
    <Note kind="warn" title={title}>
      {children ?? 'Ask an administrator for this role, or one like it.'}
    </Note>
    <CopyBox label="Role" text={role} />
  </div>
);
