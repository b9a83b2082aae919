import { useState } from 'react';
import { describeFailure } from '../../api/errors.ts';
import { config } from '../../api/config.ts';
import { joinCommands, rolesWithoutCommand, secretTokenText } from '../../api/tokens.ts';
import { textAt } from '../../lib/json.ts';
import { Check } from '../../ui/Check.tsx';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { SelectField } from '../../ui/plain/SelectField.tsx';
import { DOCUMENTS } from '../../wire/config.ts';
import { useRowWrites } from '../useRowWrites.ts';
import styles from './dialogs.module.css';
import { HandOverDialog, HandOverEnd, type RowDialogProps } from './HandOverDialog.tsx';

/** Roles that an agent joins with (resource-specs §7.1), and what it brings. */
const ROLES = [
  ['Node', 'Servers'],
  ['App', 'Applications'],
  ['Db', 'Databases'],
  ['Kube', 'Kubernetes clusters'],
  ['WindowsDesktop', 'Desktops'],
  ['Discovery', 'Discovery in cloud accounts'],
] as const;

const HOUR_MS = 3_600_000;
const LIVES = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '12', label: '12 hours' },
  { value: '168', label: '7 days' },
] as const;
type Life = (typeof LIVES)[number]['value'];

type State =
  | { kind: 'asking' }
  | { kind: 'creating' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'made'; token: string; expires: Date };

/** A secret that lets agents join: asked for, made, and shown this once. */
export default function NewTokenDialog({ onClose }: RowDialogProps) {
  const [roles, setRoles] = useState<readonly string[]>(['Node']);
  const [life, setLife] = useState<Life>('4');
  const [state, setState] = useState<State>({ kind: 'asking' });
  const writes = useRowWrites('tokens');

  const create = async () => {
    setState({ kind: 'creating' });
    const expires = new Date(Date.now() + Number(life) * HOUR_MS);
    try {
      const row = await writes.create({ content: secretTokenText(roles, expires) });
      setState({ kind: 'made', token: textAt(row, 'name'), expires });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  };
  if (state.kind === 'made') {
    const commands = joinCommands(location.origin, state.token, roles, config.extensions.includes(DOCUMENTS));
    const others = rolesWithoutCommand(roles).flatMap((role) => ROLES.filter(([known]) => known === role));
    return (
      <HandOverDialog
        title="Join token created"
        once="The list shows only its last characters. Edit shows the whole token"
        onClose={onClose}
      >
        <p>
          Anyone with this token can join until <HandOverEnd date={state.expires} />. Send it over a channel you trust.
        </p>
        <CopyBox label="Join token" text={state.token} />
        {commands.length > 0 && <p>On the machine that joins, run:</p>}
        {commands.map((command) => (
          <CopyBox key={command} command label="Command" text={command} />
        ))}
        {others.length > 0 && (
          <p>
            {`There is no command for: ${others.map(([, words]) => words).join(', ')}. “Enroll new resource” shows how to add them.`}
          </p>
        )}
      </HandOverDialog>
    );
  }
  const isBusy = state.kind === 'creating';
  const toggle = (role: string) =>
    setRoles(ROLES.map(([known]) => known).filter((known) => roles.includes(known) !== (known === role)));
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
            off: roles.length === 0 ? 'Choose what may join' : undefined,
            onClick: () => void create(),
            children: 'Create join token',
          }}
        />
      }
    >
      <div className={styles.link}>
        {state.kind === 'failed' && (
          <ErrorNote what="The token was not created" {...describeFailure(state.error)} safe="Your choices are kept" />
        )}
        <fieldset className={styles.roles}>
          <legend>What may join</legend>
          {ROLES.map(([role, words]) => (
            <Check key={role} state={roles.includes(role) ? 'on' : 'off'} onChange={() => toggle(role)}>
              {words}
            </Check>
          ))}
        </fieldset>
        <SelectField label="Valid for" value={life} options={LIVES} onChange={setLife} />
        <p className="small t3">For other methods and longer validity, create a document.</p>
      </div>
    </Dialog>
  );
}
