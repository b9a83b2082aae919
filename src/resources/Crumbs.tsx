import { Link } from 'react-router-dom';
import type { Crumb } from '../descriptors/defineResource.ts';
import { visibleLine } from '../lib/visibleText.ts';
import { Icon } from '../ui/plain/Icon.tsx';
import styles from './Crumbs.module.css';

/** The parents of a page, before its heading: `Kubernetes › eu-1 ›`. */
export const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav className={styles.crumbs} aria-label="Above this page">
    {crumbs.map(({ label, to }) => (
      <span key={label} className={to === undefined ? styles.place : styles.page}>
        {to === undefined ? <bdi className="cut">{visibleLine(label)}</bdi> : <Link to={to}>{visibleLine(label)}</Link>}
        <Icon name="chevron-right" size={14} />
      </span>
    ))}
  </nav>
);
