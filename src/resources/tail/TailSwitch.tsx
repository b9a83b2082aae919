import { isApiError } from '../../api/errors.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import { Switch } from '../../ui/Check.tsx';
import type { ListModel } from '../list/useListModel.ts';
import { endsTail, TAIL_LABEL, type Tail } from './useTail.ts';

type Props = { model: ListModel; tail: Tail };

/** Follows new rows as they come, and shows why if it cannot. */
export default function TailSwitch({ model: { state, change, list }, tail }: Props) {
  const { error, off, everyMs } = tail;
  const paceText = `New rows appear within ${everyMs / 1000} s`;
  return (
    <>
      <span role="status" className="cut">
        {error && <TailFailure error={error} everyMs={everyMs} onRetry={list.feed.reload} />}
      </span>
      {off === undefined ? (
        <span {...tip(paceText)}>
          <Switch on={tail.isOn} onChange={(on) => change({ ...state, tail: on })}>
            {TAIL_LABEL}
          </Switch>
        </span>
      ) : null}
    </>
  );
}

function TailFailure({ error, everyMs, onRetry }: { error: Error; everyMs: number; onRetry: () => Promise<void> }) {
  if (!endsTail(error)) {
    const text = `${isApiError(error, 0) ? 'Connection lost' : 'No answer'}, trying again every ${everyMs / 1000} s`;
    return (
      <span title={text}>
        <StateMark kind="warn">{text}</StateMark>
      </span>
    );
  }
  return (
    <span className="row g8">
      <StateMark kind="danger">Live tail ended: {error.message}</StateMark>
      <Button kind="quiet" size="inline" onClick={() => void onRetry()}>
        Try again
      </Button>
    </span>
  );
}
