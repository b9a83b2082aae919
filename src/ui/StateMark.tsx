import type { ReactNode } from 'react';
import { cx } from './plain/cx.ts';
import styles from './StateMark.module.css';

/** Each state has its own shape, so that it does not depend on colour alone. */
export type MarkKind = 'ok' | 'warn' | 'danger' | 'ended' | 'waiting' | 'unknown';

/** Only the shape, if the word is shown elsewhere. */
export const Dot = ({ kind }: { kind: MarkKind }) => <span className={cx(styles.dot, styles[kind])} aria-hidden />;

/** Shape and word. */
export const StateMark = ({ kind, children }: { kind: MarkKind; children: ReactNode }) => (
  <span className="row-in g6 one-line">
    <Dot kind={kind} />
    {children}
  </span>
);
