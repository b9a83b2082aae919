import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { MenuList } from './MenuList.tsx';
import type { MenuListProps } from './MenuList.tsx';
import { KeyLayer } from './keys/KeyTable.ts';
import { useKeyLayer } from './keys/useKeys.ts';

type Props = MenuListProps & {
  /** What it hangs on; the focus returns there. */
  anchor: Element;
  align?: 'left' | 'right';
};

/** A list of actions below the thing that opened it. Mount it to open it. */
export function Menu({ anchor, align = 'left', onClose, ...list }: Props) {
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      marginThreshold={16}
      anchorOrigin={{ vertical: 'bottom', horizontal: align }}
      transformOrigin={{ vertical: -4, horizontal: align }}
      slotProps={{ paper: { style: { width: list.width } } }}
    >
      <Silence />
      <MenuList {...list} onClose={onClose} />
    </Popover>
  );
}

/** Page shortcuts are silent while a menu is open. */
function Silence() {
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  return null;
}
