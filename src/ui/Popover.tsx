import Fade from '@mui/material/Fade';
import MuiPopover from '@mui/material/Popover';
import type { ReactNode } from 'react';
import { MuiRoot } from './MuiRoot.tsx';

const MARGIN_PX = 16;
/** Fades only, because users cannot aim at an element that grows. */
const OPENING_MS = 140;

export type PopoverProps = {
  /** The element that it opens at. The focus returns to it. */
  anchor: Element;
  align?: 'left' | 'right';
  /** Where it opens instead, in pixels of the window. */
  at?: { x: number; y: number } | undefined;
  /** Distance to its anchor. */
  gapPx?: number;
  width?: number | undefined;
  /** For a popover that is not a list of actions: what it is, for screen readers. */
  label?: string;
  onClose: () => void;
  children: ReactNode;
};

/** The content of `Popup`, with its library. Loaded separately. */
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
