import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/plain/Icon.tsx';
import styles from './EditorPage.module.css';
import type { DocumentResource } from './openDocument.ts';

type Props = {
  resource: DocumentResource;
  title: string;
  /** Facts beside the title. */
  facts?: ReactNode;
  /** Buttons, the main one last. */
  children?: ReactNode;
};

export const EditorHead = ({ resource, title, facts, children }: Props) => (
  <header className={styles.head}>
    <h1 className={styles.title}>
      <Link className={styles.crumb} to={`/${resource.path}`}>
        {resource.nav?.label ?? resource.label[1]}
        <Icon name="chevron-right" size={14} />
      </Link>
      <span className="cut">{title}</span>
    </h1>
    {facts}
    <span className="grow" />
    {children}
  </header>
);
