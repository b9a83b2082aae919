import { visibleLine } from '../lib/visibleText.ts';
import { cx } from './plain/cx.ts';
import styles from './Person.module.css';

type Props = {
  name: string;
  /** Oneself is drawn inverted. */
  self?: boolean;
  /** Initials alone, where the name stands elsewhere. */
  bare?: boolean;
};

export const Person = ({ name, self, bare }: Props) => (
  <span className={styles.person}>
    {/* Drawn, not written: the name beside it is the text, also for speech input. */}
    <span className={cx(styles.avatar, self && styles.self)} data-initials={initialsOf(name)} aria-hidden />
    {!bare && <span className="cut">{visibleLine(name)}</span>}
  </span>
);

/** Two letters for a name: of its first two parts (`j.lindqvist` → JL), else its own first two. */
export function initialsOf(name: string): string {
  const [first = '', second] =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
  return letters.toUpperCase();
}
