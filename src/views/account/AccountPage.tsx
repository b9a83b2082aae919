import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/plain/Icon.tsx';
import styles from './account.module.css';

export type Section = { to: string; label: string; icon: IconName };

type Props = {
  username: string;
  isSso: boolean;
  sections: readonly Section[];
  current: Section;
  /** The content of a section and its status bar. */
  children: ReactNode;
};

/** On a phone the index is a scrolling line. */
const bringIntoSight = (entry: HTMLElement | null): void =>
  entry?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Index on the left, one section on the right. Each section has its own address. */
export const AccountPage = ({ username, isSso, sections, current, children }: Props) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <h1 className="title">Account settings</h1>
      <span className="t3 cut">
        {username}, {isSso ? 'single sign-on' : 'local user'}
      </span>
    </header>
    <nav className={styles.index} aria-label="Sections">
      {sections.map((section) => (
        <Link
          key={section.to}
          to={section.to}
          className={styles.entry}
          aria-current={section === current ? 'page' : undefined}
          ref={section === current ? bringIntoSight : undefined}
        >
          <Icon name={section.icon} />
          {section.label}
        </Link>
      ))}
    </nav>
    {children}
  </div>
);
