import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';

type Props = { title: string; onEnd: () => void; onClose: () => void };

/** Before a moderator ends what others work in. */
export const EndDialog = ({ title, onEnd, onClose }: Props) => (
  <ConfirmDialog
    title={`End session ${title} for everyone?`}
    keep="Keep session"
    act="End session"
    acting="Ending"
    destroys
    onAct={async () => onEnd()}
    onClose={onClose}
  >
    <p>Its shell and what runs in it end at once. Nobody else in the session is asked.</p>
  </ConfirmDialog>
);
