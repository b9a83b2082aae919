import { MenuList, type MenuListProps } from './MenuList.tsx';
import { Popup } from './Popup.tsx';

type Props = MenuListProps & {
  /** What it hangs on; the focus returns there. */
  anchor: Element;
  align?: 'left' | 'right';
  /** Where it opens instead, in pixels of the window. */
  at?: { x: number; y: number } | undefined;
};

/** A list of actions below the thing that opened it. Mount it to open it. */
export const Menu = ({ anchor, align = 'left', at, ...list }: Props) => (
  <Popup anchor={anchor} align={align} at={at} width={list.width} onClose={list.onClose}>
    <MenuList {...list} />
  </Popup>
);
