import { MenuList, type MenuListProps } from './MenuList.tsx';
import { Popup } from './Popup.tsx';
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { MenuFieldProps } from './MenuField.tsx';
import type { MenuItem } from './menuItems.ts';
import { Button, type ButtonProps } from './plain/Button.tsx';

type Props = MenuListProps & {
  /** The element that the menu opens at. The focus returns to it. */
  anchor: Element;
  align?: 'left' | 'right';
  /** Where it opens instead, in pixels of the window. */
  at?: { x: number; y: number } | undefined;
};

/** A list of actions below the element that opened it. Mount it to open it. */
export const Menu = ({ anchor, align = 'left', at, ...list }: Props) => (
  <Popup anchor={anchor} align={align} at={at} width={list.width} onClose={list.onClose}>
    <MenuList {...list} />
  </Popup>
);

/**
 * For a button that opens its own menu: its attributes, and the element below which the menu opens. `onOpen` runs
 * before the menu is shown.
 */
export function useMenuButton(onOpen?: () => void) {
  const [anchor, setAnchor] = useState<Element>();
  return {
    anchor,
    close: () => setAnchor(undefined),
    button: {
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': anchor !== undefined,
      onClick: (event: MouseEvent) => {
        onOpen?.();
        setAnchor(event.currentTarget);
      },
    } as const,
  };
}

type MenuButtonProps = ButtonProps & {
  label: string;
  /** Called when it opens, so that rows create their items only then. */
  items: () => readonly MenuItem[];
  field?: MenuFieldProps;
  foot?: ReactNode;
  width?: number;
  align?: 'left' | 'right';
  /** For parents that must keep the button mounted while its menu is open. */
  onOpen?: ((isOpen: boolean) => void) | undefined;
};

/** A button and the menu it opens. With `onClick` it does this instead. */
export function MenuButton({ label, items, field, foot, width, align, onOpen, ...button }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<Element>();
  const hang = (on: Element | undefined) => {
    setAnchor(on);
    onOpen?.(on !== undefined);
  };
  return (
    <>
      <Button
        opens
        aria-haspopup={button.onClick ? undefined : 'menu'}
        aria-expanded={button.onClick ? undefined : anchor !== undefined}
        onClick={(event) => hang(event.currentTarget)}
        {...button}
      />
      {anchor && (
        <Menu
          anchor={anchor}
          label={label}
          items={items()}
          onClose={() => hang(undefined)}
          {...(field && { field })}
          {...(width !== undefined && { width })}
          {...(align && { align })}
          foot={foot}
        />
      )}
    </>
  );
}
