import { createElement, useEffect, type ComponentType, type ReactNode } from 'react';
import { LazyPart } from './plain/LazyPart.ts';
import { LoadErrorFallback, type LoadErrorLook } from './plain/LoadErrorFallback.tsx';
import { useStore } from './useStore.ts';

type Options = {
  /** The name in the error message: "The editor". Undefined: a failure is not shown. */
  name: string | undefined;
  look?: LoadErrorLook;
  /** Shown in its place while it loads. */
  waiting?: ReactNode;
};

/** Properties for the caller, besides those of the component itself. */
type PartProps = {
  /** Wraps the fallback, so that a part that fills a page keeps its head. */
  around?: (standIn: ReactNode) => ReactNode;
  /** Lets the user close the part before it is loaded. */
  onClose?: () => void;
};

/**
 * A component in a separate file. After an earlier call of `fetch` it is drawn at once. Unlike `lazy` it does not throw
 * if its file cannot be loaded: it shows the error in its place and tries again, and the page around it stays.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { name, look = 'note', waiting }: Options,
) {
  const part = new LazyPart(load);
  const Part = (props: P & PartProps): ReactNode => {
    const state = useStore(part.state);
    useEffect(() => part.want(), []);
    if (state.kind === 'here') return createElement(state.module.default, props);
    const { around = (standIn) => standIn, onClose }: PartProps = props;
    if (state.kind !== 'lost' || name === undefined) return around(waiting);
    const { loss, isTrying } = state;
    const onAgain = () => void part.fetch();
    return around(createElement(LoadErrorFallback, { name, look, loss, isTrying, onAgain, onClose }));
  };
  return { fetch: part.fetch, Part };
}
