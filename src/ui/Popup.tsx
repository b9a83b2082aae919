import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { KeyLayer } from './keys/KeyTable.ts';
import { useKeyLayer } from './keys/keys.ts';
import type { PopoverProps } from './Popover.tsx';
import { lazyComponent } from './lazyComponent.ts';

const popover = lazyComponent(() => import('./Popover.tsx'), { name: 'The menu', look: 'over' });

/** Popups load after the first rows of a list, so call it when the page is drawn. */
export const prefetchPopups = popover.fetch;

/** Shows the fallback outside the row of a list, which would clip it, at the place of the popup. */
const onTop = (standIn: ReactNode) => createPortal(standIn, document.body);

/** Opens below its anchor, above the page. Mount it to open it. Page shortcuts are off while it is open. */
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
      // The focused button may be gone together with the error note of the menu.
      if (document.activeElement === document.body && anchor instanceof HTMLElement) anchor.focus();
    },
    [anchor],
  );
  return null;
}
