import { Fragment, useState, type ReactNode } from 'react';
import type { RecordingPlace } from '../../api/recordingData.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { href, paths } from '../paths.ts';
import { PlayerMessage } from './PlayerFailure.tsx';

const TYPES = ['ssh', 'k8s', 'db', 'desktop'];

const PAGE = { what: 'The player', waiting: <Waiting>Loading the recording</Waiting> };
const terminal = lazyComponent(() => import('./TerminalRecording.tsx'), PAGE);
const desktop = lazyComponent(() => import('./DesktopRecording.tsx'), PAGE);

type Props = RecordingPlace & { search: URLSearchParams };

/** `/web/cluster/{site}/session/{sid}?recordingType=ssh#t=1m30s`: another recording is another player. */
export function RecordingPage({ clusterId, sid, search }: Props) {
  const type = search.get('recordingType') ?? '';
  const backHref = href(paths.recordings({ clusterId }));
  if (!TYPES.includes(type))
    return (
      <PlayerMessage backHref={backHref} title="This recording cannot be played">
        “{type}” is not a type of recording. Use recordingType=ssh, k8s, db or desktop in the address.
      </PlayerMessage>
    );
  const place = { clusterId, sid, backHref };
  const key = `${clusterId}/${sid}`;
  if (type !== 'desktop')
    return <Attempts key={key} play={(onAgain) => <terminal.Part {...place} onAgain={onAgain} />} />;
  const durationMs = search.get('durationMs') ?? '';
  if (!/^[1-9]\d{0,14}$/.test(durationMs))
    return (
      <PlayerMessage backHref={backHref} title="This recording cannot be played">
        The address of a desktop’s recording must have its length in milliseconds, such as durationMs=60000. Open it
        from the list.
      </PlayerMessage>
    );
  return (
    <Attempts
      key={key}
      play={(onAgain) => <desktop.Part {...place} durationMs={Number(durationMs)} onAgain={onAgain} />}
    />
  );
}

/** Each attempt has a player of its own. */
function Attempts({ play }: { play: (onAgain: () => void) => ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  return <Fragment key={attempt}>{play(() => setAttempt(attempt + 1))}</Fragment>;
}
