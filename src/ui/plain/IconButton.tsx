import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { Icon, type IconName, type IconSize } from './Icon.tsx';
import { buttonClass } from './Button.tsx';
import { tip } from './tip.ts';

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> & {
  icon: IconName;
  iconSize?: IconSize;
  /** Its name, also in the tooltip. */
  label: string;
  kind?: 'quiet' | 'plain' | 'primary';
  size?: 'inline' | 'toolbar' | 'form';
  /** Shortcut, shown in the tooltip. */
  keys?: string;
  off?: string | undefined;
};

/** A button without a text, for well-known actions: close, copy, refresh, more. */
export function IconButton(props: IconButtonProps) {
  const { icon, iconSize, label, kind = 'quiet', size, keys, off, className, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (off === undefined) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      {...rest}
      {...(off === undefined ? tip(label, { keys, named: true }) : tip(off))}
      className={buttonClass({ kind, size, square: true, off: off !== undefined }, className)}
      aria-label={label}
      aria-disabled={off === undefined ? undefined : true}
      onClick={press}
    >
      <Icon name={icon} {...(iconSize && { size: iconSize })} />
    </button>
  );
}
