import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/whenIdle.ts';
import { prefetched } from '../../ui/prefetched.ts';
import { useStore } from '../../ui/useStore.ts';
import { overlay } from '../overlays.ts';
import type { Hung } from './PaletteDialog.tsx';

/** Long enough for the first rows. */
const PATIENCE_MS = 3000;

const panel = prefetched(() => import('./PalettePanel.tsx'));
const dialog = prefetched(() => import('./PaletteDialog.tsx'));

/** Ctrl K: pages, things and actions by name. What it asks before it acts outlives it. */
export function Palette() {
  const isOpen = useStore(overlay) === 'palette';
  const [hung, setHung] = useState<Hung>();
  // Fetched ahead, so that it opens at once; a failure is told when it is needed.
  useEffect(() => whenIdle(() => void panel.fetch().catch(() => undefined), PATIENCE_MS), []);
  return (
    <>
      {isOpen && <panel.Part onHang={setHung} />}
      {hung && <dialog.Part hung={hung} onClose={() => setHung(undefined)} />}
    </>
  );
}
