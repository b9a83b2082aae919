import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import { Ring } from './Waiting.tsx';
import styles from './Button.module.css';
import { tip } from './tip.ts';
import { cx } from './cx.ts';

export type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithRef<'button'>, 'disabled'> & {
    icon?: IconName | undefined;
    /** Opens a menu: a chevron at the end. */
    opens?: boolean;
    /** Why it is disabled. The button stays in the tab order and shows the reason. */
    off?: string | undefined;
    /** The verb in progress ("Saving"): shown with a ring, presses are ignored, the width stays. */
    busy?: string | undefined;
    /** Shortcut, drawn inside. */
    keys?: string;
  };

/** Text button. At most one `primary` on a screen; `destroy` only inside the confirming dialog. */
export function Button(props: ButtonProps) {
  const { kind, size, wide, icon, opens, off, busy, keys, children, className, onClick, type, ...rest } = props;
  const inactive = off !== undefined || busy !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inactive) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const solid = kind === 'primary' || kind === 'destroy';
  return (
    <button
      {...rest}
      {...(off !== undefined && tip(off))}
      type={type ?? 'button'}
      className={buttonClass({ kind, size, wide, off: off !== undefined }, className)}
      aria-disabled={inactive || undefined}
      aria-busy={busy !== undefined || undefined}
      onClick={press}
    >
      {busy !== undefined && (
        <span className={styles.face}>
          <Ring size={12} onSolid={solid} />
          {busy}
        </span>
      )}
      <span className={busy === undefined ? styles.face : styles.covered} aria-hidden={busy !== undefined || undefined}>
        {icon && <Icon name={icon} />}
        {children}
        {keys && <Kbd keys={keys} />}
        {opens && <Icon name="chevron-down" size={14} />}
      </span>
    </button>
  );
}

export type ButtonLook = {
  kind?: 'plain' | 'primary' | 'quiet' | 'destroy' | 'quietDanger' | undefined;
  /** 24 in rows, 28 in toolbars, 32 in forms, 40 on the sign-in pages. */
  size?: 'inline' | 'toolbar' | 'form' | 'big' | undefined;
  /** As wide as its column. */
  wide?: boolean | undefined;
};

/** The style of a button for other elements, such as links. */
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

type Props = ButtonLook & ComponentPropsWithRef<'a'> & { icon?: IconName };

/**
 * For actions that must not run twice, or where another button replaces this one at once: a double click runs them
 * once.
 */
export const onFirstClick = (run: () => void) => (event: MouseEvent) => {
  if (event.detail <= 1) run();
};

/** For links that open a tab: a double click opens one. */
export function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Looks like a button and leads to another page, by a full page load. */
export const ButtonLink = ({ kind, size, wide, icon, className, children, ...rest }: Props) => (
  <a
    {...(rest.target === '_blank' && { onClick: ignoreSecondClick })}
    {...rest}
    className={buttonClass({ kind, size, wide }, className)}
  >
    <span className={styles.face}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  </a>
);
