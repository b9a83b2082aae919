import type { ComponentPropsWithRef } from 'react';
import styles from './Button.module.css';
import { buttonClass, type ButtonLook } from './buttonClass.ts';
import { Icon, type IconName } from './Icon.tsx';

type Props = ButtonLook & ComponentPropsWithRef<'a'> & { icon?: IconName };

/** Looks like a button and leads to another page, by a full page load. */
export const ButtonLink = ({ kind, size, wide, icon, className, children, ...rest }: Props) => (
  <a {...rest} className={buttonClass({ kind, size, wide }, className)}>
    <span className={styles.face}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  </a>
);
