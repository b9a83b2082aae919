import { useCallback, useState } from 'react';
import { Menu } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import styles from './TerminalPane.module.css';

/** In pixels of the window. */
export type Place = { x: number; y: number };

type Props = { place: Place; label: string; items: readonly MenuItem[]; onClose: () => void };

/** A menu at the pointer. It is anchored to an element that is placed there. */
export function PlacedMenu({ place, label, items, onClose }: Props) {
  const [point, setPoint] = useState<Element>();
  const put = useCallback((element: Element | null) => setPoint(element ?? undefined), []);
  return (
    <>
      <span ref={put} className={styles.point} style={{ left: place.x, top: place.y }} />
      {point && <Menu anchor={point} label={label} width={340} items={items} onClose={onClose} />}
    </>
  );
}
