import { useParams, useSearchParams } from 'react-router-dom';
import { RecordingPage } from './player/RecordingPage.tsx';

/** A recording that another page links to. A window that starts with one needs no router (openPlayerWindow.tsx). */
export default function PlayerRoute() {
  const { clusterId = '', sid = '' } = useParams();
  const [search] = useSearchParams();
  return <RecordingPage clusterId={clusterId} sid={sid} search={search} />;
}
