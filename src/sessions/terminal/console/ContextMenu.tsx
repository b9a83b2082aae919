import { useCallback, useState } from 'react';
import { Menu } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/menuItems.ts';
import styles from './TerminalPane.module.css';

/** In pixels of the window. */
export type Point = { x: number; y: number };

type Props = { position: Point; label: string; items: readonly MenuItem[]; onClose: () => void };

/** A menu at the pointer. It is anchored to an element that is placed there. */
export function ContextMenu({ position, label, items, onClose }: Props) {
  const [point, setPoint] = useState<Element>();
  const put = useCallback((element: Element | null) => setPoint(element ?? undefined), []);
  return (
    <>
      <span ref={put} className={styles.point} style={{ left: position.x, top: position.y }} />
      {point && <Menu anchor={point} label={label} width={340} items={items} onClose={onClose} />}
    </>
  );
}
