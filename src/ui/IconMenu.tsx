import { useState, type ReactNode } from 'react';
import { Menu } from './Menu.tsx';
import type { MenuItem } from './menuItems.ts';
import { IconButton, type IconButtonProps } from './plain/IconButton.tsx';

type Props = Omit<IconButtonProps, 'onClick'> & {
  /** Called when it opens. */
  items: () => readonly MenuItem[];
  foot?: ReactNode;
  width?: number;
};

/** A button without a word and the menu it opens, which hangs on its right edge. */
export function IconMenu({ items, foot, width, ...button }: Props) {
  const [anchor, setAnchor] = useState<Element>();
  return (
    <>
      <IconButton
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <Menu
          anchor={anchor}
          align="right"
          label={button.label}
          items={items()}
          onClose={() => setAnchor(undefined)}
          foot={foot}
          {...(width !== undefined && { width })}
        />
      )}
    </>
  );
}
