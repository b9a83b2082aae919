import { cx } from './cx.ts';
import styles from './Icon.module.css';
import { iconShapes } from './iconShapes.ts';

export type IconName = keyof typeof iconShapes;
export type IconSize = 12 | 14 | 16 | 20;

type Props = {
  name: IconName;
  size?: IconSize;
  /** Without it the icon decorates a word and is hidden from screen readers. */
  label?: string;
  className?: string | undefined;
};

export function Icon({ name, size = 16, label, className }: Props) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={cx(styles.icon, styles[`s${size}`], className)} viewBox="0 0 24 24" {...spoken}>
      <path d={iconShapes[name]} />
    </svg>
  );
}
