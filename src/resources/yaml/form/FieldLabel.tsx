import type { ReactNode } from 'react';
import { Icon } from '../../../ui/plain/Icon.tsx';
import styles from './DocumentForm.module.css';

/** Where a value stands in the document. A long path is cut in front: its end says more. */
export const PathCode = ({ path }: { path: string }) => (
  <code aria-hidden title={path}>
    <bdi>{path}</bdi>
  </code>
);

/** What a field is called, and where its value stands in the document. Readers get the first. */
export const FieldLabel = ({ label, path }: { label: string; path: string }) => (
  <span className={styles.label}>
    {label}
    <PathCode path={path} />
  </span>
);

/** Over several controls that are one field together. */
export const FieldHead = ({ children }: { children: ReactNode }) => <div className={styles.fieldHead}>{children}</div>;

/** Below them: what is wrong, else what it is for. */
export const FieldFoot = ({ help, error }: { help: ReactNode; error: ReactNode }) => (
  <>
    {error !== undefined && (
      <p className={styles.error}>
        <Icon name="circle-alert" size={14} />
        <span>{error}</span>
      </p>
    )}
    {error === undefined && help !== undefined && <p className={styles.help}>{help}</p>}
  </>
);
