import { Component, type ReactNode } from 'react';

type Props = {
  /** What is shown. A new value clears the error. */
  shown: unknown;
  fallback: (error: unknown, onAgain: () => void) => ReactNode;
  children: ReactNode;
};
type State = { kind: 'fine' } | { kind: 'failed'; error: unknown };

/** Contains the error of a part that fails to render. Shows `fallback` in its place, with a way to try again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' };

  static getDerivedStateFromError(this: void, error: unknown): State {
    return { kind: 'failed', error };
  }

  override componentDidUpdate(before: Props): void {
    if (before.shown !== this.props.shown && this.state.kind === 'failed') this.#retry();
  }

  #retry = () => this.setState({ kind: 'fine' });

  override render(): ReactNode {
    const { fallback, children } = this.props;
    return this.state.kind === 'fine' ? children : fallback(this.state.error, this.#retry);
  }
}
