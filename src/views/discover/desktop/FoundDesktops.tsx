import { useQuery } from '@tanstack/react-query';
import { desktopList } from '../../../api/desktops.ts';
import { fetchRows } from '../../../api/lists.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useState } from 'react';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { Note } from '../../../ui/plain/Note.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import styles from '../parts/parts.module.css';
import { StepBody } from '../parts/StepBody.tsx';
import { moreLabel, SHOWN_DESKTOPS, type DesktopValues } from './desktopTexts.ts';
import { fillPath } from '../../../api/urls.ts';

const EVERY_MS = 3000;
/** Limit of the requested rows. */
const ENOUGH = 14;
const LATE_MS = 5 * 60_000;

/** The desktops that the service has found so far. */
export function FoundDesktops({ flow }: { flow: FlowHandle<DesktopValues> }) {
  const { env, values } = flow;
  const { clusterId } = env;
  const [startedMs] = useState(() => Date.now());
  const { data = [] } = useQuery({
    queryKey: ['discover', 'desktops', values.service?.name],
    queryFn: async ({ signal }) => {
      const { rows } = await fetchRows(desktopList, { clusterId }, { limit: ENOUGH }, signal);
      return rows.filter(({ hostId }) => hostId === values.service?.name);
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) >= ENOUGH ? false : EVERY_MS),
    retry: false,
    gcTime: 0,
  });
  const isLate = useNow(EVERY_MS) - startedMs > LATE_MS;
  const label = (name: string, desktop: (typeof data)[number]) =>
    desktop.labels.find((label) => label.name === name)?.value ?? '';
  return (
    <StepBody
      title="Desktops of the domain"
      about={`The service ${values.service?.hostname ?? ''} looks for desktops, also after you finish.`}
    >
      {data.length === 0 && <Waiting delay="none">Looking for desktops</Waiting>}
      <ul className="stack g8">
        {data.slice(0, SHOWN_DESKTOPS).map((desktop) => (
          <li key={desktop.id} className={styles.desktop}>
            <Icon name="monitor" />
            <span className="strong">{desktop.name}</span>
            <span className="t2">
              {[label('teleport.dev/os', desktop), label('teleport.dev/os_version', desktop), desktop.addr]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {data.length > SHOWN_DESKTOPS && (
        <a className={styles.link} href={env.href(fillPath('/cluster/:clusterId/desktops', { clusterId }))}>
          {moreLabel(data.length)}
        </a>
      )}
      {data.length === 0 && isLate && (
        <Note kind="warn" title="No desktop was found yet.">
          Check that the service reaches the domain controller over LDAPS, and read its log with journalctl -u teleport.
        </Note>
      )}
    </StepBody>
  );
}
