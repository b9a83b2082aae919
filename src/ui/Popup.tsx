import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { KeyLayer } from './keys/KeyTable.ts';
import { useKeyLayer } from './keys/keys.ts';
import type { PopoverProps } from './Popover.tsx';
import { lazyComponent } from './lazyComponent.ts';

const popover = lazyComponent(() => import('./Popover.tsx'), { what: 'The menu', look: 'over' });

/** The first rows of a list come before what opens over them: call it once the page stands. */
export const prefetchPopups = popover.fetch;

/** Out of a row of a list, which would cut it off: where the menu itself would be. */
const onTop = (standIn: ReactNode) => createPortal(standIn, document.body);

/** Hangs below the thing that opened it, above the page. Mount it to open it; page shortcuts are silent meanwhile. */
export const Popup = (props: PopoverProps) => (
  <>
    <Silence anchor={props.anchor} />
    <popover.Part {...props} around={onTop} />
  </>
);

function Silence({ anchor }: { anchor: Element }) {
  const [layer] = useState(() => new KeyLayer());
  useKeyLayer(layer);
  useEffect(
    () => () => {
      // The button that had the focus before may be gone with the note that the menu did not come.
      if (document.activeElement === document.body && anchor instanceof HTMLElement) anchor.focus();
    },
    [anchor],
  );
  return null;
}
