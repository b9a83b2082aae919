import { useState } from 'react';
import { KeyLayer } from './keys/KeyTable.ts';
import { useKeyLayer } from './keys/useKeys.ts';
import type { PopoverProps } from './Popover.tsx';
import { prefetched } from './prefetched.ts';

const popover = prefetched(() => import('./Popover.tsx'), { what: 'The menu', look: 'over' });

/** The first rows of a list come before what opens over them: call it once the page stands. */
export const fetchPopups = popover.fetch;

/** Hangs below the thing that opened it, above the page. Mount it to open it; page shortcuts are silent meanwhile. */
export const Popup = (props: PopoverProps) => (
  <>
    <Silence />
    <popover.Part {...props} />
  </>
);

function Silence() {
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  return null;
}
