import { Fragment, useState, type ReactNode } from 'react';
import type { RecordingAddress } from '../../api/recordingData.ts';
import { serverBehaviour } from '../../api/serverBehaviour.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { Waiting } from '../../ui/plain/Waiting.tsx';
import { RECORDING_TYPES } from '../../wire/recordings.ts';
import { href, paths } from '../paths.ts';
import { PlayerMessage, type AttemptProps, type Handover } from './PlayerFailure.tsx';

const PAGE = { name: 'The player', waiting: <Waiting>Loading the recording</Waiting> };
const terminal = lazyComponent(() => import('./TerminalRecording.tsx'), PAGE);
/** Call it early: the page of a terminal recording then loads before the first render needs it. */
export const fetchTerminalPage = terminal.fetch;
const desktop = lazyComponent(() => import('./DesktopRecording.tsx'), PAGE);

type Props = RecordingAddress & { search: URLSearchParams };

/** `/web/cluster/{site}/session/{sid}?recordingType=ssh#t=1m30s`. Another recording gets another player. */
export function RecordingPage(props: Props) {
  return (
    <>
      <title>{`${props.clusterId} • Play ${props.sid}`}</title>
      <Recording {...props} />
    </>
  );
}

function Recording({ clusterId, sid, search }: Props) {
  const type = search.get('recordingType') ?? '';
  const backHref = href(paths.recordings({ clusterId }));
  if (!RECORDING_TYPES.some((recordingType) => recordingType === type))
    return (
      <PlayerMessage backHref={backHref} title="This recording cannot be played">
        {type === '' ? 'The address has no type of recording.' : `“${type}” is not a type of recording.`} Use
        recordingType=ssh, k8s, db or desktop in the address.
      </PlayerMessage>
    );
  const common = { clusterId, sid, backHref };
  const key = `${clusterId}/${sid}`;
  if (type !== 'desktop') return <Attempts key={key} play={(attempt) => <terminal.Part {...common} {...attempt} />} />;
  // A server that sends parts also sends the length.
  const durationMs = search.get('durationMs') ?? (serverBehaviour.sendsDesktopParts ? '1' : '');
  if (!/^[1-9]\d{0,14}$/.test(durationMs))
    return (
      <PlayerMessage backHref={backHref} title="This recording cannot be played">
        The address of a desktop’s recording must have its length in milliseconds, such as durationMs=60000. Open it
        from the list.
      </PlayerMessage>
    );
  return (
    <Attempts key={key} play={(attempt) => <desktop.Part {...common} {...attempt} durationMs={Number(durationMs)} />} />
  );
}

function Attempts({ play }: { play: (attempt: AttemptProps) => ReactNode }) {
  const [{ number, handover }, begin] = useState<{ number: number; handover: Handover }>({ number: 0, handover: {} });
  const onAgain = (handover: Handover = {}) => begin({ number: number + 1, handover });
  return <Fragment key={number}>{play({ handover, onAgain })}</Fragment>;
}
