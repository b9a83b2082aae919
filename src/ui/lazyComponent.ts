import { createElement, useEffect, type ComponentType, type ReactNode } from 'react';
import { LazyPart } from './plain/LazyPart.ts';
import { LoadErrorFallback, type LoadErrorLook } from './plain/LoadErrorFallback.tsx';
import { useStore } from './useStore.ts';

type Options = {
  /** What could not be loaded, where that has to be said: "The editor". Undefined: nobody waits for it. */
  what: string | undefined;
  look?: LoadErrorLook;
  /** In its place while it comes. */
  waiting?: ReactNode;
};

/** For who shows the part, beside what the part itself wants to know. */
type Place = {
  /** Around what stands in for it: a part that fills a page keeps its head. */
  around?: (standIn: ReactNode) => ReactNode;
  /** One that can be closed can be closed before it is here. */
  onClose?: () => void;
};

/**
 * A component with a file of its own. Call `fetch` ahead and it is drawn at once. Unlike `lazy` it does not throw when
 * its file does not come: it says so in its place, asks again, and the page around it stays.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { what, look = 'note', waiting }: Options,
) {
  const part = new LazyPart(load);
  const Part = (props: P & Place): ReactNode => {
    const state = useStore(part.state);
    useEffect(() => part.want(), []);
    if (state.kind === 'here') return createElement(state.module.default, props);
    const { around = (standIn) => standIn, onClose }: Place = props;
    if (state.kind !== 'lost' || what === undefined) return around(waiting);
    const { loss, isTrying } = state;
    const onAgain = () => void part.fetch();
    return around(createElement(LoadErrorFallback, { what, look, loss, isTrying, onAgain, onClose }));
  };
  return { fetch: part.fetch, Part };
}
