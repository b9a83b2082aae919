import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { MuiRoot } from '../../ui/MuiRoot.tsx';
import { Navigation } from './Navigation.tsx';

/** The navigation on phones. It slides out after a choice, and `onClose` fires when it is hidden. */
export default function NavigationDrawer({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <MuiRoot>
      <Drawer
        open={isOpen}
        onClose={close}
        slotProps={{ paper: { 'aria-label': 'Navigation' }, transition: { onExited: onClose } }}
      >
        <Navigation look="drawer" onChosen={close} />
      </Drawer>
    </MuiRoot>
  );
}
