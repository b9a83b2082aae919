import { type ReactNode, useId } from 'react';
import { localZoneName } from '../zone.ts';
import { Mark, PRODUCT } from './Brand.tsx';
import { cx } from './cx.ts';
import styles from './FrontPage.module.css';
import { chooseTheme, themeChoice, type ThemeChoice } from '../theme.ts';
import { useStore } from '../useStore.ts';

type Props = {
  /** Named beside the mark. */
  cluster: string;
  title: string;
  /** 520 instead of 360: for text to read, not fields to fill. */
  wide?: boolean;
  children: ReactNode;
};

/** The layout of the sign-in pages: mark, title, content, and at the foot theme and zone. */
export function FrontPage({ cluster, title, wide, children }: Props) {
  return (
    <div className={styles.page}>
      <main className={cx(styles.column, wide && styles.wide)}>
        <div className={styles.brand}>
          <Mark />
          {PRODUCT}
          <span className={cx(styles.cluster, 'cut')} title={cluster}>
            {cluster}
          </span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
      <footer className={styles.foot}>
        <ThemeSwitch />
        <span aria-hidden>·</span>
        <span>Times in {localZoneName()}</span>
      </footer>
    </div>
  );
}

const THEMES: readonly [ThemeChoice, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
];

/** Three muted buttons at the foot of the sign-in pages. */
function ThemeSwitch() {
  const chosen = useStore(themeChoice);
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Theme" className={styles.choices}>
      {THEMES.map(([value, label]) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={value === chosen}
            onChange={() => chooseTheme(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
