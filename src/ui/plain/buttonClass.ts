import styles from './Button.module.css';
import { cx } from './cx.ts';

export type ButtonLook = {
  kind?: 'plain' | 'primary' | 'quiet' | 'destroy' | 'quietDanger' | undefined;
  /** 24 in rows, 28 in toolbars, 32 in forms, 40 on the front door. */
  size?: 'inline' | 'toolbar' | 'form' | 'big' | undefined;
  /** As wide as its column. */
  wide?: boolean | undefined;
};

/** The look of a button for elements that are none: links. */
export const buttonClass = (look: ButtonLook & { off?: boolean; square?: boolean }, more?: string): string =>
  cx(
    styles.button,
    styles[look.kind ?? 'plain'],
    styles[look.size ?? 'toolbar'],
    look.square && styles.square,
    look.wide && styles.wide,
    look.off && styles.off,
    more,
  );
