import { useLayoutEffect, useState, type RefObject } from 'react';

/** The current width of an element in pixels; undefined before its first layout. */
export function useWidth(ref: RefObject<Element | null>): number | undefined {
  const [widthPx, setWidthPx] = useState<number>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidthPx(element.clientWidth);
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}
