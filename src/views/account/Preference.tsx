import type { ReactNode } from 'react';
import styles from './account.module.css';

type Props = {
  label: string;
  /** A short description below the label. */
  help?: string | undefined;
  children: ReactNode;
};

/** One line of a list: a label, and its value or control. */
export const Preference = ({ label, help, children }: Props) => (
  <div className={styles.preference}>
    <dt>
      {label}
      {help && <span className={styles.preferenceHelp}>{help}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
);

type ListProps = { id: string; title: string; lead?: string; children: ReactNode };

export const PreferenceList = ({ id, title, lead, children }: ListProps) => (
  <section className={styles.section} aria-labelledby={id}>
    <div className={styles.sectionHead}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
      </div>
    </div>
    <dl className={styles.preferences}>{children}</dl>
  </section>
);
