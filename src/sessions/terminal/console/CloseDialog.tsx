import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { ClosingEffect } from './closing.ts';

export type ClosingQuestion = {
  title: string;
  effect: Exclude<ClosingEffect, { kind: 'none' }>;
  close: () => void;
};
type Props = { question: ClosingQuestion; onClose: () => void };

const sessions = (count: number): string => (count === 1 ? 'one session' : `${count} sessions`);

export function CloseDialog({ question: { title, effect, close }, onClose }: Props) {
  const act = async () => close();
  const shared = { onClose, onAct: act, destroys: true };
  switch (effect.kind) {
    case 'ends':
      return (
        <ConfirmDialog
          {...shared}
          title={`End session ${title}?`}
          keep="Keep session"
          act="End session"
          acting="Ending"
        >
          <p>Nobody else takes part in it. Its shell and what runs in it end with this pane.</p>
        </ConfirmDialog>
      );
    case 'leaves':
      return (
        <ConfirmDialog {...shared} title={`Leave session ${title}?`} keep="Stay" act="Leave session" acting="Leaving">
          <p>
            {effect.others === 1 ? 'One other participant goes' : `${effect.others} other participants go`} on without
            you.
          </p>
        </ConfirmDialog>
      );
    case 'several': {
      const count = effect.ends + effect.leaves;
      return (
        <ConfirmDialog
          {...shared}
          title={`Close ${title}?`}
          keep="Keep sessions"
          act={`Close ${count} sessions`}
          acting="Closing"
        >
          <p>
            {effect.ends > 0 &&
              `Nobody else takes part in ${sessions(effect.ends)}: shells and what runs in them end. `}
            {effect.leaves > 0 && `Others go on without you in ${sessions(effect.leaves)}.`}
          </p>
        </ConfirmDialog>
      );
    }
  }
}
