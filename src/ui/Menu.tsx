import { MenuList } from './MenuList.tsx';
import type { MenuListProps } from './MenuList.tsx';
import { Popup } from './Popup.tsx';

type Props = MenuListProps & {
  /** What it hangs on; the focus returns there. */
  anchor: Element;
  align?: 'left' | 'right';
};

/** A list of actions below the thing that opened it. Mount it to open it. */
export const Menu = ({ anchor, align = 'left', ...list }: Props) => (
  <Popup anchor={anchor} align={align} width={list.width} onClose={list.onClose}>
    <MenuList {...list} />
  </Popup>
);
