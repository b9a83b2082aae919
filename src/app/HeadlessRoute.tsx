import { useParams } from 'react-router-dom';
import { HeadlessPage } from '../views/headless/HeadlessPage.tsx';
import { useConsole } from './useConsole.ts';

export default function HeadlessRoute() {
  const { requestId = '' } = useParams();
  const { user } = useConsole();
  return <HeadlessPage key={requestId} requestId={requestId} username={user.username} />;
}
