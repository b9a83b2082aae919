import { createElement, lazy, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';

/**
 * Like `lazy`, for a part that is mostly here before it is wanted: call `fetch` ahead. Then it is drawn at once; `lazy`
 * would show its fallback all the same, and React holds what follows any fallback back for 0.3 s.
 */
export function prefetched<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | undefined;
  const fetch = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Late: ComponentType<P> = lazy(fetch);
  const Part = (props: P): ReactNode => {
    const [Shown] = useState(() => loaded ?? Late);
    return createElement(Shown, props);
  };
  return { fetch, Part };
}
