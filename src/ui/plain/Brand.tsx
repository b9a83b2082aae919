import { cx } from './cx.ts';
import icon from './Icon.module.css';

/** The mark: a small door in a wall. */
export const Mark = () => (
  <svg className={cx(icon.icon, icon.s20)} viewBox="0 0 24 24" aria-hidden>
    <path d="M3 21h18M5 21V10a7 7 0 0 1 14 0v11M14 21v-9.5a2 2 0 0 0-4 0V21" />
  </svg>
);

export const PRODUCT = 'Postern';
