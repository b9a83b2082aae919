import Fade from '@mui/material/Fade';
import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { MuiRoot } from './MuiRoot.tsx';

const MARGIN_PX = 16;
/** Opacity alone: what grows cannot be aimed at before it stands. */
const OPENING_MS = 140;

export type PopoverProps = {
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

/** What `Popup` shows, with the library for it: in a file of its own. */
export default function Popover({
  anchor,
  align = 'left',
  at,
  gapPx = 4,
  width,
  label,
  onClose,
  children,
}: PopoverProps) {
  return (
    <MuiRoot>
      <MuiPopover
        open
        anchorEl={anchor}
        {...(at && { anchorReference: 'anchorPosition', anchorPosition: { left: at.x, top: at.y } })}
        onClose={onClose}
        marginThreshold={MARGIN_PX}
        slots={{ transition: Fade }}
        transitionDuration={OPENING_MS}
        anchorOrigin={{ vertical: 'bottom', horizontal: align }}
        transformOrigin={at ? { vertical: 0, horizontal: 'left' } : { vertical: -gapPx, horizontal: align }}
        slotProps={{ paper: { style: { width }, ...(label !== undefined && { role: 'dialog', 'aria-label': label }) } }}
      >
        {children}
      </MuiPopover>
    </MuiRoot>
  );
}
