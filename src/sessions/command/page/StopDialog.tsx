import { useEffect, useEffectEvent } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { tally } from '../run/nodeState.ts';

type Props = {
  run: CommandRun;
  onKeep: () => void;
  /** Nothing runs any more: it was stopped, or came to its end while this was asked. */
  onOver: () => void;
};

/** Asks before a command is ended where it runs. */
export function StopDialog({ run, onKeep, onOver }: Props) {
  const { total, over } = tally(useStore(run.states).values());
  const isOver = over === total;
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) tellOver();
  }, [isOver]);
  const left = plural(total - over, 'server');
  return (
    <ConfirmDialog
      title={`Stop the command on ${left}?`}
      keep="Keep it running"
      act={`Stop on ${left}`}
      acting="Stopping"
      destroys
      onAct={async () => run.cancel()}
      onClose={onKeep}
      onDone={() => undefined}
    >
      <p>
        Where it runs it is ended; what it has done by then stays done.
        {over > 0 &&
          ` What ${over === 1 ? 'the server that is over has' : `the ${over} servers that are over have`} said stays here.`}
      </p>
    </ConfirmDialog>
  );
}
