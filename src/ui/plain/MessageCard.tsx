import type { ReactNode } from 'react';
import { Mark, PRODUCT } from './Brand.tsx';
import { cx } from './cx.ts';
import styles from './MessageCard.module.css';

type Props = {
  /** The kind of message, in a word or two, at the upper right ("404 Not Found"). */
  kind: string;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  foot?: ReactNode;
  /** Inside the frame: at the top of the page area instead of the middle of the window. */
  inFrame?: boolean;
};

/** Full-page message, 540 wide (specification §2). */
export function MessageCard({ kind, title, children, actions, foot, inFrame }: Props) {
  const Page = inFrame ? 'div' : 'main';
  return (
    <Page className={cx(styles.page, inFrame && styles.inFrame)}>
      <section className={styles.card}>
        <div className={styles.brand}>
          <Mark />
          {PRODUCT}
          <span className={styles.kind}>{kind}</span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        <div className="grid g12 breaks t2">{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {foot && <p className={styles.foot}>{foot}</p>}
      </section>
    </Page>
  );
}

/** An address or a name in code font, inside a message card. */
export const MessageAddress = ({ children }: { children: string }) => (
  <code className={styles.address}>{children}</code>
);
