import Drawer from '@mui/material/Drawer';
import { useState } from 'react';
import { MuiRoot } from '../../ui/MuiRoot.tsx';
import { Navigation } from './Navigation.tsx';

/** The navigation on phones. It slides away with the choice; `onClose` comes when it is out of sight. */
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
