import Drawer from '@mui/material/Drawer';
import { useStore } from '../../ui/useStore.ts';
import { closeOverlay, overlay } from '../overlays.ts';
import { Navigation } from './Navigation.tsx';

/** The navigation on phones; it closes with the choice. */
export function NavigationDrawer() {
  const isOpen = useStore(overlay) === 'navigation';
  return (
    <Drawer open={isOpen} onClose={closeOverlay} slotProps={{ paper: { 'aria-label': 'Navigation' } }}>
      <Navigation look="drawer" onChosen={closeOverlay} />
    </Drawer>
  );
}
