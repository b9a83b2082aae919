import type { ReactNode } from 'react';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import styles from './parts.module.css';

type Props = { title: string; about?: ReactNode; children?: ReactNode };

/** Heading and text of a step, and what it asks. */
export const StepBody = ({ title, about, children }: Props) => (
  <div className={styles.step}>
    <div>
      <h2 className={styles.heading}>{title}</h2>
      {about !== undefined && <p className="t2">{about}</p>}
    </div>
    {children}
  </div>
);

type MissingRuleProps = {
  /** What is missing: "Your roles do not allow connection tests." */
  title: string;
  /** A role that would allow it. */
  role: string;
  children?: ReactNode;
};

/** What the user may not do here, and the role to ask an administrator for. */
export const MissingRule = ({ title, role, children }: MissingRuleProps) => (
  <div className={styles.missing}>
    <Note kind="warn" title={title}>
      {children ?? 'Ask an administrator for this role, or one like it.'}
    </Note>
    <CopyBox label="Role" text={role} />
  </div>
);
