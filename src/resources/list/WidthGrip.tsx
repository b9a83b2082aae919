import { useRef, type PointerEvent } from 'react';
import styles from './Grid.module.css';

type Props = {
  /** `undefined`: as declared. */
  onWidth: (px: number | undefined) => void;
  onDone: () => void;
};

/** The edge of a head: drawn, it makes the column wider; pressed twice, as wide as it was. Keys do it in the chooser. */
export function WidthGrip({ onWidth, onDone }: Props) {
  const from = useRef<{ x: number; widthPx: number }>(undefined);
  const end = () => {
    if (from.current) onDone();
    from.current = undefined;
  };
  return (
    <span
      className={styles.grip}
      aria-hidden
      onPointerDown={(event: PointerEvent<HTMLSpanElement>) => {
        const head = event.currentTarget.parentElement;
        if (!head || event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, widthPx: head.offsetWidth };
      }}
      onPointerMove={(event) => {
        if (from.current) onWidth(from.current.widthPx + event.clientX - from.current.x);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => {
        onWidth(undefined);
        onDone();
      }}
    />
  );
}
