import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import { plural } from '../../../lib/numbers.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import styles from './CommandPage.module.css';

type Props = {
  command: string;
  login: string;
  servers: number;
  /** `cancel` if the user has not written the command. */
  focus?: 'cancel' | 'act';
  onRun: () => void;
  onClose: () => void;
};

/** Asks before a command runs on more than one server, or may change one. */
export function RunDialog({ command, login, servers, focus = 'act', onRun, onClose }: Props) {
  const { commandNodesAtOnce: atOnce, stopsCommands } = serverBehaviour;
  return (
    <ConfirmDialog
      title={`Run on ${plural(servers, 'server')}?`}
      cancelLabel="Do not run"
      act={`Run on ${plural(servers, 'server')}`}
      acting="Starting"
      focus={focus}
      onAct={async () => onRun()}
      onClose={onClose}
      onDone={() => undefined}
    >
      <p>
        As <code>{login}</code>
        {servers > 1 && ` on ${servers > atOnce ? atOnce : 'all'} of them at the same time`}.{' '}
        {stopsCommands
          ? 'Stopping the command does not undo its changes.'
          : 'This cluster cannot stop a command that has started.'}
      </p>
      <pre className={styles.asked} tabIndex={0} aria-label="The command">
        {command}
      </pre>
    </ConfirmDialog>
  );
}
