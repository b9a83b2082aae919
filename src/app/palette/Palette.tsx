import { useState } from 'react';
import { prefetched } from '../../ui/prefetched.ts';
import { useFetchAhead } from '../../ui/useFetchAhead.ts';
import { useStore } from '../../ui/useStore.ts';
import { closeOverlay, overlay } from '../overlays.ts';
import type { Hung } from './PaletteDialog.tsx';

const panel = prefetched(() => import('./PalettePanel.tsx'), { what: 'The palette', look: 'over' });
const dialog = prefetched(() => import('./PaletteDialog.tsx'), { what: 'The dialog', look: 'over' });

/** Ctrl K: pages, things and actions by name. What it asks before it acts outlives it. */
export function Palette() {
  const isOpen = useStore(overlay) === 'palette';
  const [hung, setHung] = useState<Hung>();
  useFetchAhead(panel.fetch); // so that it opens at once
  return (
    <>
      {isOpen && <panel.Part onHang={setHung} onClose={closeOverlay} />}
      {hung && <dialog.Part hung={hung} onClose={() => setHung(undefined)} />}
    </>
  );
}
