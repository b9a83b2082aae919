import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { fetchTokenUses } from '../../api/tokens.ts';
import { fillPath } from '../../api/urls.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CloseButton } from '../../ui/DialogButtons.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import type { RowDialogProps } from '../dialogs/HandOverDialog.tsx';
import styles from './joinedServers.module.css';

/** The list of servers, filtered to one. */
const serverPath = (node: string): string =>
  `${fillPath('/cluster/:clusterId/nodes', { clusterId: config.proxyCluster })}?${new URLSearchParams({ search: node }).toString()}`;

/** Every server that joined with a token, including removed ones. */
export default function TokenUsesDialog({ row, onClose }: RowDialogProps) {
  const tokenText = String(row['shown']);
  const { data, error } = useQuery({
    queryKey: ['tokenUses'],
    queryFn: ({ signal }) => fetchTokenUses(signal),
    retry: false,
  });
  const uses = data?.filter(({ token }) => token === tokenText);
  return (
    <Dialog
      title="Servers that joined with this token"
      size="form"
      onClose={onClose}
      footer={<CloseButton autoFocus onClick={onClose} />}
    >
      {error && <p className="t3">{describeFailure(error).why}</p>}
      {!uses && !error && <Skeleton width={240} />}
      {uses?.length === 0 && <p>No server has joined with this token.</p>}
      {uses && uses.length > 0 && (
        <ul className={styles.uses}>
          {uses.map(({ node, hostname, at, isPresent }) => (
            <li key={node}>
              {isPresent ? <Link to={serverPath(node)}>{hostname || node}</Link> : <span>{hostname || node}</span>}
              <span className="t3">
                {!isPresent && 'removed, '}
                joined <Time date={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
