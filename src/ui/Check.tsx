import type { ReactNode } from 'react';
import styles from './Check.module.css';
import { cx } from './plain/cx.ts';

/** `some`: only a part is selected; `not`: excluded. */
export type CheckState = 'off' | 'on' | 'some' | 'not';

type Props = {
  state: CheckState;
  onChange: (event: { shiftKey: boolean }) => void;
  /** Its accessible name, if no visible text names it. */
  label?: string;
  children?: ReactNode;
  /** -1 if the list has keys for it, so that Tab skips it. */
  tabIndex?: number;
};

/** A check box. Its hit area includes the text beside it. */
export function Check({ state, onChange, label, children, tabIndex }: Props) {
  return (
    <label className={styles.check}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'some' || state === 'not';
        }}
        type="checkbox"
        className={cx(styles.box, styles[state])}
        checked={state === 'on'}
        aria-label={label}
        tabIndex={tabIndex}
        onChange={(event) => {
          const native = event.nativeEvent;
          onChange({ shiftKey: native instanceof MouseEvent && native.shiftKey });
        }}
      />
      {children}
    </label>
  );
}

type RadioProps = { name: string; checked: boolean; onChange: () => void; children: ReactNode };

export function Radio({ name, checked, onChange, children }: RadioProps) {
  return (
    <label className={styles.check}>
      <input type="radio" name={name} className={styles.radio} checked={checked} onChange={onChange} />
      {children}
    </label>
  );
}

type SwitchProps = { on: boolean; onChange: (on: boolean) => void; children: ReactNode };

export function Switch({ on, onChange, children }: SwitchProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={on}
        onChange={(e) => onChange(e.target.checked)}
      />
      {children}
    </label>
  );
}
