import { useEffect, useEffectEvent } from 'react';
import { plural } from '../../../lib/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useStore } from '../../../ui/useStore.ts';
import type { CommandRun } from '../run/CommandRun.ts';
import { tally } from '../run/nodeState.ts';

type Props = {
  run: CommandRun;
  onKeep: () => void;
  /** Nothing runs any longer: the command was stopped, or ended while the dialog was open. */
  onOver: () => void;
};

/** Asks before a command is stopped, or before this page stops listening if the server cannot stop it. */
export function StopDialog({ run, onKeep, onOver }: Props) {
  const { total, over } = tally(useStore(run.states).values());
  const isOver = over === total;
  const reportOver = useEffectEvent(onOver);
  useEffect(() => {
    if (isOver) reportOver();
  }, [isOver]);
  const stops = run.stopsCommands;
  const remaining = plural(total - over, 'server');
  return (
    <ConfirmDialog
      title={stops ? `Stop the command on ${remaining}?` : `Stop watching ${remaining}?`}
      cancelLabel={stops ? 'Keep it running' : 'Keep watching'}
      act={stops ? `Stop on ${remaining}` : 'Stop watching'}
      acting="Stopping"
      destroys
      onAct={async () => run.cancel()}
      onClose={onKeep}
      onDone={() => undefined}
    >
      <p>
        {stops
          ? 'The command ends on these servers. Changes made so far remain.'
          : 'This cluster cannot stop a command. It runs until it ends by itself, and this page no longer shows its output. The recording stays complete.'}
        {over > 0 &&
          ` The output of ${over === 1 ? 'the finished server' : `the ${over} finished servers`} stays here.`}
      </p>
    </ConfirmDialog>
  );
}
