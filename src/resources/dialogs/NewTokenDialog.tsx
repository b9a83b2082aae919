import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { serverCommand } from '../../api/tokens.ts';
import { textAt } from '../../lib/json.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { writeFailure } from '../review/SaveUnknown.tsx';
import { useRowWrites } from '../useRowWrites.ts';
import styles from './dialogs.module.css';
import { HandOverDialog, HandOverEnd, type RowDialogProps } from './HandOverDialog.tsx';

/** Document of a token that is a secret, for servers. The server generates its name. */
const secretTokenText = (expires: Date): string => `kind: token
version: v2
metadata:
  expires: '${expires.toISOString()}'
spec:
  roles: [Node]
  join_method: token
`;

const HOUR_MS = 3_600_000;
const LIFETIMES = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '12', label: '12 hours' },
  { value: '168', label: '7 days' },
] as const;
type TokenLifetime = (typeof LIFETIMES)[number]['value'];

type State =
  | { kind: 'asking' }
  | { kind: 'creating' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'made'; token: string; expires: Date };

/** Creates a secret that lets agents join, and shows it only once. */
export default function NewTokenDialog({ onClose }: RowDialogProps) {
  const [lifetime, setLifetime] = useState<TokenLifetime>('4');
  const [state, setState] = useState<State>({ kind: 'asking' });
  const writes = useRowWrites('tokens');

  const create = async () => {
    setState({ kind: 'creating' });
    const expires = new Date(Date.now() + Number(lifetime) * HOUR_MS);
    try {
      const row = await writes.create({ content: secretTokenText(expires) });
      setState({ kind: 'made', token: textAt(row, 'name'), expires });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  if (state.kind === 'made') {
    const { token } = state;
    return (
      <HandOverDialog
        title="Join token created"
        once="The list shows only its last characters. Edit shows the whole token"
        onClose={onClose}
      >
        <p>
          Anyone with this token can join until <HandOverEnd date={state.expires} />. Send it over a channel you trust.
        </p>
        <CopyBox label="Join token" text={token} />
        <p>On the server that joins, run:</p>
        <CopyBox command label="Command" text={serverCommand({ origin: location.origin, token, isEmbedded: true })} />
      </HandOverDialog>
    );
  }
  const isBusy = state.kind === 'creating';
  return (
    <Dialog
      title="New join token"
      size="form"
      onClose={onClose}
      dismissGuard={isBusy ? 'working' : undefined}
      footer={
        <DialogButtons
          note={<span className="grow" />}
          onCancel={onClose}
          act={{
            busy: isBusy ? 'Creating' : undefined,
            onClick: () => void create(),
            children: 'Create join token',
          }}
        />
      }
    >
      <div className={styles.link}>
        {state.kind === 'failed' && (
          <ErrorNote
            what={writeFailure(state.error, 'the token')}
            {...describeFailure(state.error)}
            safe="Your choices are kept"
          />
        )}
        <p>Servers join with it. “Enroll new resource” adds everything else, without a token.</p>
        <SelectField label="Valid for" value={lifetime} options={LIFETIMES} onChange={setLifetime} />
        <p className="small t3">For other methods, other roles and longer validity, create a document.</p>
      </div>
    </Dialog>
  );
}
