import { useState } from 'react';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { useStore } from '../../ui/useStore.ts';
import { closeOverlay, overlay } from '../frameState.ts';
import type { OpenDialog } from './PaletteDialog.tsx';

const panel = lazyComponent(() => import('./PalettePanel.tsx'), { name: 'The palette', look: 'over' });
const dialog = lazyComponent(() => import('./PaletteDialog.tsx'), { name: 'The dialog', look: 'over' });

/** Ctrl K: finds pages, rows and actions by name. The dialogs of its actions stay open after it closes. */
export function Palette() {
  const isOpen = useStore(overlay) === 'palette';
  const [hung, setHung] = useState<OpenDialog>();
  usePrefetch(panel.fetch); // so that it opens at once
  return (
    <>
      {isOpen && <panel.Part onHang={setHung} onClose={closeOverlay} />}
      {hung && <dialog.Part hung={hung} onClose={() => setHung(undefined)} />}
    </>
  );
}
