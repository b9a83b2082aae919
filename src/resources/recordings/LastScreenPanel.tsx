import { useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { config } from '../../api/config.ts';
import { describeFailure } from '../../api/errors.ts';
import { fetchOverview } from '../../api/recordingData.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { isAbort } from '../../lib/work.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { DetailsPanelProps } from '../../descriptors/model/detailsModel.ts';
import styles from './panels.module.css';

type Screen =
  { kind: 'loading' | 'pending' } | { kind: 'here'; rows: readonly string[] } | { kind: 'failed'; why: string };

/** The last screen of a recording as text, if the gateway has it. */
export default function LastScreenPanel({ row }: DetailsPanelProps) {
  const { clusterId = config.proxyCluster } = useParams();
  const sid = String(row['sid']);
  if (!serverBehaviour.storesScreens || row['state'] !== 'ready' || row['type'] === 'desktop') return null;
  return <LastScreen key={sid} clusterId={clusterId} sid={sid} />;
}

function LastScreen({ clusterId, sid }: { clusterId: string; sid: string }) {
  const [screen, setScreen] = useState<Screen>({ kind: 'loading' });
  useEffect(() => {
    const abort = new AbortController();
    fetchOverview({ clusterId, sid }, abort.signal).then(
      ({ state, lastScreen: rows = [] }) => setScreen(state === 'ready' ? { kind: 'here', rows } : { kind: 'pending' }),
      (error: unknown) => {
        if (!isAbort(error)) setScreen({ kind: 'failed', why: describeFailure(error).why });
      },
    );
    return () => abort.abort();
  }, [clusterId, sid]);
  return (
    <section className={styles.section}>
      <h3>Last screen</h3>
      {screen.kind === 'loading' && <Skeleton width={240} />}
      {screen.kind === 'pending' && <p className="t3">Not yet: the gateway has not read the recording</p>}
      {screen.kind === 'failed' && <p className="t3">{screen.why}</p>}
      {screen.kind === 'here' && screen.rows.length === 0 && <p className="t3">None: nothing was printed</p>}
      {screen.kind === 'here' && screen.rows.length > 0 && (
        <pre className={styles.screen} tabIndex={0} role="region" aria-label="Last screen">
          {screen.rows.join('\n')}
        </pre>
      )}
    </section>
  );
}
