import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { ClosingEffect } from './closing.ts';

export type ClosingQuestion = { id: number; title: string; effect: Exclude<ClosingEffect, { kind: 'none' }> };
type Props = { question: ClosingQuestion; onClose: () => void; onAct: () => void };

export function CloseDialog({ question: { title, effect }, onClose, onAct }: Props) {
  const shared = { onClose, onAct: async () => onAct(), destroys: true };
  if (effect.kind === 'ends') {
    return (
      <ConfirmDialog {...shared} title={`End session ${title}?`} keep="Keep session" act="End session" acting="Ending">
        <p>Nobody else takes part in it. Its shell and what runs in it end with this tab.</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog {...shared} title={`Leave session ${title}?`} keep="Stay" act="Leave session" acting="Leaving">
      <p>
        {effect.others === 1 ? 'One other participant goes' : `${effect.others} other participants go`} on without you.
      </p>
    </ConfirmDialog>
  );
}
