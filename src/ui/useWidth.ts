import { useLayoutEffect, useState, type RefObject } from 'react';

/** The width of an element in pixels, as it is now; undefined before it was first laid out. */
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
