import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The value of the last render, for handlers that stay the same from render to render. Read it only in events. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
