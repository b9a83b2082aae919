import { Link } from 'react-router-dom';
import { visibleLine } from '../../lib/visibleText.ts';
import type { QueryTarget } from '../../api/databases.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { tip } from '../../ui/plain/tip.ts';
import { useStore } from '../../ui/useStore.ts';
import { offText } from './QueryCover.tsx';
import styles from './QueryPage.module.css';
import type { QuerySession, ServerInfo } from './session/QuerySession.ts';

const PRODUCTS = { postgres: 'PostgreSQL', mysql: 'MySQL' } as const;

/** The common name of the server. MariaDB uses the protocol of MySQL, in old versions with the prefix `5.5.5-`. */
function serverLabel({ protocol, version }: ServerInfo): string {
  const [, mariadb] = /^(?:5\.5\.5-)?([\d.]+)-MariaDB/i.exec(version) ?? [];
  return mariadb === undefined ? `${PRODUCTS[protocol]} ${visibleLine(version)}` : `MariaDB ${mariadb}`;
}

type Props = {
  session: QuerySession;
  target: QueryTarget;
  backTo: string;
  onCommand: (sql: 'COMMIT' | 'ROLLBACK') => void;
  onDisconnect: () => void;
};

/** The database, the user of the session, and its state. */
export function QueryHead({ session, target, backTo, onCommand, onDisconnect }: Props) {
  const state = useStore(session.state);
  const server = useStore(session.server);
  const database = useStore(session.database);
  const databaseName = database === undefined ? 'an unknown database' : visibleLine(database || target.database);
  const transaction = useStore(session.transaction);
  const isConnected = state.kind === 'ready' || state.kind === 'running';
  const off = offText(state);
  return (
    <header className={styles.head}>
      <Link className={styles.crumb} to={backTo}>
        Databases
      </Link>
      <Icon name="chevron-right" size={14} className={styles.between} />
      <h1 className={styles.title}>
        <bdi className="cut">{visibleLine(target.databaseName)}</bdi>
      </h1>
      <span className={styles.facts}>
        <bdi>{`${visibleLine(target.user)} on ${databaseName}`}</bdi>
        {server && <span className={styles.version}>{` · ${serverLabel(server)}`}</span>}
      </span>
      <span className={styles.badges}>
        {isConnected && server?.recorded && <span className={styles.badge}>Recorded</span>}
        {isConnected && server?.readOnly !== undefined && (
          <span className={styles.badge} {...tip(server.readOnly)}>
            <Icon name="lock" size={12} /> Read-only<span className="vh">: {server.readOnly}</span>
          </span>
        )}
      </span>
      <span className="grow" />
      {isConnected && transaction !== 'none' && (
        <span className={styles.transaction}>
          <span className={transaction === 'failed' ? styles.failed : styles.open}>
            {transaction === 'failed' ? 'Transaction failed' : 'Transaction open'}
          </span>
          <Button
            size="inline"
            off={off ?? (transaction === 'failed' ? 'A failed transaction can only be rolled back' : undefined)}
            onClick={() => onCommand('COMMIT')}
          >
            Commit
          </Button>
          <Button size="inline" off={off} onClick={() => onCommand('ROLLBACK')}>
            Roll back
          </Button>
        </span>
      )}
      {isConnected && (
        <Button icon="log-out" className={styles.leave} onClick={onDisconnect}>
          Disconnect
        </Button>
      )}
    </header>
  );
}
