import Popover from '@mui/material/Popover';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { KeyLayer } from './keys/KeyTable.ts';
import { useKeyLayer } from './keys/useKeys.ts';

const MARGIN_PX = 16;

type Props = {
  /** What it hangs on; the focus returns there. */
  anchor: Element;
  align?: 'left' | 'right';
  /** Where it opens instead, in pixels of the window. */
  at?: { x: number; y: number } | undefined;
  /** Between what it hangs on and itself. */
  gapPx?: number;
  width?: number | undefined;
  /** For one that is no list of actions: what it is, for readers. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
};

/** Hangs below the thing that opened it, above the page. Mount it to open it; page shortcuts are silent meanwhile. */
export const Popup = ({ anchor, align = 'left', at, gapPx = 4, width, label, onClose, children }: Props) => (
  <Popover
    open
    anchorEl={anchor}
    {...(at && { anchorReference: 'anchorPosition', anchorPosition: { left: at.x, top: at.y } })}
    onClose={onClose}
    marginThreshold={MARGIN_PX}
    anchorOrigin={{ vertical: 'bottom', horizontal: align }}
    transformOrigin={at ? { vertical: 0, horizontal: 'left' } : { vertical: -gapPx, horizontal: align }}
    slotProps={{ paper: { style: { width }, ...(label !== undefined && { role: 'dialog', 'aria-label': label }) } }}
  >
    <Silence />
    {children}
  </Popover>
);

function Silence() {
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  return null;
}
