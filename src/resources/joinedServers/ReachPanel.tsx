import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { fetchReach, type ServerReach } from '../../api/joinedServers.ts';
import type { DetailsPanelProps } from '../../descriptors/model/detailsModel.ts';
import { CopyBox } from '../../ui/CopyBox.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Time } from '../../ui/Time.tsx';
import { JOINED_SERVERS } from '../../wire/config.ts';
import { UNINSTALL_COMMAND } from '../../wire/joinTokens.ts';
import detailStyles from '../details/details.module.css';
import styles from '../recordings/panels.module.css';
import joinedStyles from './joinedServers.module.css';

const EVERY_MS = 10_000;

/** How the gateway connects to a server, and how the server is removed, if the gateway reports it. */
export default function ReachPanel({ row }: DetailsPanelProps) {
  const [clusterId, id] = [String(row['clusterId']), row.id];
  const { data, error } = useQuery({
    queryKey: ['serverReach', clusterId, id],
    queryFn: ({ signal }) => fetchReach({ clusterId, id }, signal),
    enabled: config.extensions.includes(JOINED_SERVERS),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  if (!config.extensions.includes(JOINED_SERVERS)) return null;
  return (
    <section className={styles.section}>
      <h3>Connection</h3>
      {error && <p className="t3">{describeFailure(error).why}</p>}
      {!data && !error && <Skeleton width={240} />}
      {data && <Reach reach={data} />}
    </section>
  );
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={detailStyles.pair}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Reach({ reach: { via, address, joined, contact, tunnel } }: { reach: ServerReach }) {
  return (
    <>
      <dl className={cx(detailStyles.pairs, joinedStyles.facts)}>
        <Line label="Reached by">
          {via === 'tunnel' && 'Reverse tunnel'}
          {via === 'self' && 'The machine of the gateway'}
          {via === 'direct' && (joined ? `SSH at ${address}` : `Address ${address}`)}
        </Line>
        {tunnel && (
          <Line label="Tunnel">
            <span>
              {tunnel.isConnected ? 'Connected' : 'Not connected'}
              {tunnel.since ? ' since ' : ''}
              {tunnel.since && <Time date={tunnel.since} />}
            </span>
          </Line>
        )}
        {joined && (
          <>
            <Line label="Last contact">{contact ? <Time date={contact} /> : 'Never'}</Line>
            <Line label="Joined">
              <span>
                <Time date={joined.at} />
                {joined.token !== '' && (
                  <>
                    {' with the token '}
                    <span className="mono">{joined.token}</span>
                  </>
                )}
              </span>
            </Line>
          </>
        )}
      </dl>
      {joined && (
        <>
          <p>
            To remove this server, choose “Remove server”. Then run this command on the server: it no longer trusts the
            gateway.
          </p>
          <CopyBox command label="Uninstall command" text={UNINSTALL_COMMAND} />
        </>
      )}
    </>
  );
}
