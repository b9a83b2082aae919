import { useLayoutEffect, type ReactNode } from 'react';
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

export function EditorHead({ resource, title, facts, children }: Props) {
  // The tabs of several documents need different titles.
  useLayoutEffect(() => {
    const pageTitle = document.title;
    document.title = `${title} • ${pageTitle}`;
    return () => void (document.title = pageTitle);
  }, [title]);
  return (
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
}
