import { visibleLine } from '../lib/visibleText.ts';
import { cx } from './plain/cx.ts';
import styles from './Person.module.css';

type Props = {
  name: string;
  /** The signed-in user is drawn inverted. */
  self?: boolean;
  /** Only the initials, if the name is shown elsewhere. */
  bare?: boolean;
};

export const Person = ({ name, self, bare }: Props) => (
  <span className={styles.person}>
    {/* Hidden from screen readers and speech input: the name beside it is the text. */}
    <span className={cx(styles.avatar, self && styles.self)} data-initials={initialsOf(name)} aria-hidden />
    {!bare && <span className="cut">{visibleLine(name)}</span>}
  </span>
);

/** Two letters for a name: of its first two parts (`j.lindqvist` → JL), or else its own first two. */
export function initialsOf(name: string): string {
  const [first = '', second] =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const letters = second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2);
  return letters.toUpperCase();
}
