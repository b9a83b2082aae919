import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { plural } from '../../../lib/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { SESSION_LINGER_MS } from '../../../wire/constants.ts';
import type { ClosingEffect } from './closing.ts';

export type ClosingQuestion = {
  title: string;
  effect: ClosingEffect;
  /** The number of transfers that closing would cancel. */
  transfers: number;
  close: () => void;
};
type Props = { question: ClosingQuestion; onClose: () => void };

/** What happens to shells without a participant. */
function shellsEnd(lingers: boolean): string {
  if (!serverBehaviour.endsSessionsAtOnce)
    return 'This cluster keeps the shell and its processes for about five more minutes. Until then it can be joined under Active sessions. Type exit to end it now.';
  return lingers
    ? `The shell and its processes end within ${SESSION_LINGER_MS / 1000} seconds if its owner does not join.`
    : 'The shell and its processes end now.';
}

const sessions = (count: number): string => (count === 1 ? 'one session' : `${count} sessions`);

export function CloseDialog({ question: { title, effect, transfers, close }, onClose }: Props) {
  const act = async () => close();
  const shared = { onClose, onAct: act, destroys: true };
  const files = transfers > 0 && <p>{plural(transfers, 'file transfer')} would be cancelled.</p>;
  switch (effect.kind) {
    case 'none':
      return (
        <ConfirmDialog
          {...shared}
          title={`Close ${title}?`}
          cancelLabel="Keep transfers"
          act={`Cancel ${plural(transfers, 'transfer')}`}
          acting="Cancelling"
        >
          {files}
        </ConfirmDialog>
      );
    case 'ends':
      return (
        <ConfirmDialog
          {...shared}
          title={`${effect.lingers ? 'Leave' : 'End'} session ${title}?`}
          cancelLabel={effect.lingers ? 'Stay' : 'Keep session'}
          act={effect.lingers ? 'Leave session' : 'End session'}
          acting={effect.lingers ? 'Leaving' : 'Ending'}
        >
          <p>You are its only participant. {shellsEnd(effect.lingers)}</p>
          {files}
        </ConfirmDialog>
      );
    case 'leaves':
      return (
        <ConfirmDialog
          {...shared}
          title={`Leave session ${title}?`}
          cancelLabel="Stay"
          act="Leave session"
          acting="Leaving"
        >
          <p>
            {effect.others === 1 ? 'One other participant continues' : `${effect.others} other participants continue`}{' '}
            without you.
          </p>
          {files}
        </ConfirmDialog>
      );
    case 'several': {
      const count = effect.ends + effect.leaves;
      return (
        <ConfirmDialog
          {...shared}
          title={`Close ${title}?`}
          cancelLabel="Keep sessions"
          act={`Close ${plural(count, 'session')}`}
          acting="Closing"
        >
          <p>
            {effect.ends > 0 &&
              `You are the only participant in ${sessions(effect.ends)}. ${shellsEnd(effect.lingers)} `}
            {effect.leaves > 0 && `Others continue without you in ${sessions(effect.leaves)}.`}
          </p>
          {files}
        </ConfirmDialog>
      );
    }
  }
}

type EndDialogProps = { title: string; onEnd: () => void; onClose: () => void };

/** Asks before a moderator ends the session for all participants. */
export const EndDialog = ({ title, onEnd, onClose }: EndDialogProps) => (
  <ConfirmDialog
    title={`End session ${title} for everyone?`}
    cancelLabel="Keep session"
    act="End session"
    acting="Ending"
    destroys
    onAct={async () => onEnd()}
    onClose={onClose}
  >
    <p>Its shell and everything running in it end at once, without asking the other participants.</p>
  </ConfirmDialog>
);
