import type { ReactNode } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { cx } from '../../ui/plain/cx.ts';
import styles from './ListHead.module.css';

type Props = {
  resource: Resource;
  /** How many there are; undefined while that is not known. */
  count: string | undefined;
  /** A line below, where no query bar follows. */
  lined: boolean;
  /** Behind the count. */
  views?: ReactNode;
  children: ReactNode;
};

/** What the page is, how much there is of it, what can be done to all of it. */
export const ListHead = ({ resource, count, lined, views, children }: Props) => (
  <header className={cx(styles.head, lined && resource.list.about === undefined && styles.lined)}>
    <h1 className={styles.title}>{resource.nav?.label ?? resource.label[1]}</h1>
    {count !== undefined && <span className={cx(styles.count, 'num')}>{count}</span>}
    {views}
    <span className="grow" />
    {children}
  </header>
);
