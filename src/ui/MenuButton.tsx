import { useState, type ReactNode } from 'react';
import { Menu } from './Menu.tsx';
import type { MenuFieldProps } from './MenuField.tsx';
import type { MenuItem } from './menuItems.ts';
import { Button, type ButtonProps } from './plain/Button.tsx';

type Props = Omit<ButtonProps, 'onClick'> & {
  label: string;
  /** Called when it opens: rows make their items only then. */
  items: () => readonly MenuItem[];
  field?: MenuFieldProps;
  foot?: ReactNode;
  width?: number;
  align?: 'left' | 'right';
  /** For who must not take the button away while its menu hangs on it. */
  onOpen?: ((isOpen: boolean) => void) | undefined;
};

/** A button and the menu it opens. */
export function MenuButton({ label, items, field, foot, width, align, onOpen, ...button }: Props) {
  const [anchor, setAnchor] = useState<Element>();
  const hang = (on: Element | undefined) => {
    setAnchor(on);
    onOpen?.(on !== undefined);
  };
  return (
    <>
      <Button
        opens
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => hang(event.currentTarget)}
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
