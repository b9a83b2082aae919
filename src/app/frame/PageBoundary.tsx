import { Component, type ReactNode } from 'react';
import { errorMessage } from '../../lib/errorMessage.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { InternalErrorCard } from '../../views/message/MessageCards.tsx';

type Props = {
  /** Another page: the error of this one is over. */
  page: string;
  children: ReactNode;
};
type State = { kind: 'fine' } | { kind: 'failed'; error: unknown };

/** A page that fails to render fails alone: the frame stays (specification §8). */
export class PageBoundary extends Component<Props, State> {
  override state: State = { kind: 'fine' };

  static getDerivedStateFromError(this: void, error: unknown): State {
    return { kind: 'failed', error };
  }

  override componentDidUpdate(before: Props): void {
    if (before.page !== this.props.page && this.state.kind === 'failed') this.setState({ kind: 'fine' });
  }

  #retry = () => this.setState({ kind: 'fine' });

  override render(): ReactNode {
    if (this.state.kind === 'fine') return this.props.children;
    const { error } = this.state;
    return (
      <InternalErrorCard
        inFrame
        message={errorMessage(error)}
        actions={
          <Button size="form" kind="primary" onClick={this.#retry}>
            Try again
          </Button>
        }
      />
    );
  }
}
