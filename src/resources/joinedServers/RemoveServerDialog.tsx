import { useQueryClient } from '@tanstack/react-query';
import { removeJoinedServer } from '../../api/joinedServers.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { toasts } from '../../ui/toasts.ts';
import { UNINSTALL_COMMAND } from '../../wire/joinTokens.ts';
import { Effects } from '../dialogs/Effects.tsx';
import type { RowDialogProps } from '../dialogs/HandOverDialog.tsx';
import styles from '../dialogs/dialogs.module.css';

/** Removes a server that joined with a token from the inventory. Asks first. */
export default function RemoveServerDialog({ row, onClose }: RowDialogProps) {
  const client = useQueryClient();
  const hostname = String(row['hostname']);
  const remove = async () => {
    const target = { clusterId: String(row['clusterId']), id: row.id };
    await removeJoinedServer(target).finally(() => void client.invalidateQueries());
    toasts.show({ text: `Server ${hostname} removed` });
  };
  return (
    <ConfirmDialog
      title={`Remove server ${hostname}?`}
      cancelLabel="Keep server"
      act="Remove server"
      acting="Removing"
      destroys
      onAct={remove}
      onClose={onClose}
    >
      <div className={styles.link}>
        <Effects
          of={[
            'All sessions, transfers and commands on this server end at once, and so does its reverse tunnel',
            'The gateway no longer signs in at this server. To add it again, run a new command of “Add server”',
            'The server itself still trusts the gateway until you run this command on it:',
          ]}
        />
        <CopyBox command label="Uninstall command" text={UNINSTALL_COMMAND} />
      </div>
    </ConfirmDialog>
  );
}
