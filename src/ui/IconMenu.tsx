import type { ReactNode } from 'react';
import { Menu, useMenuButton } from './Menu.tsx';
import type { MenuItem } from './menuItems.ts';
import { IconButton, type IconButtonProps } from './plain/IconButton.tsx';

type Props = Omit<IconButtonProps, 'onClick'> & {
  /** Called when it opens. */
  items: () => readonly MenuItem[];
  foot?: ReactNode;
  width?: number;
};

/** An icon button and its menu, aligned to its right edge. */
export function IconMenu({ items, foot, width, ...rest }: Props) {
  const { anchor, close, button } = useMenuButton();
  return (
    <>
      <IconButton {...rest} {...button} />
      {anchor && (
        <Menu
          anchor={anchor}
          align="right"
          label={rest.label}
          items={items()}
          onClose={close}
          foot={foot}
          {...(width !== undefined && { width })}
        />
      )}
    </>
  );
}
