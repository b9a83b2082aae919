import { useNavigate, useParams } from 'react-router-dom';
import { AssistPage } from '../sessions/assist/page/AssistPage.tsx';
import { AssistHost, useFrameAssist } from './assist/AssistHost.tsx';
import { closeAssist } from './assist/panelState.ts';
import { assistPath } from './paths.ts';

/** `/web/assist/{conversationId?}` */
export default function AssistRoute() {
  const { conversationId } = useParams();
  const navigate = useNavigate();
  return (
    <AssistHost {...useFrameAssist()} conversationId={conversationId} onQuestion={closeAssist}>
      <AssistPage
        conversationId={conversationId}
        onSelect={(id, how) => void navigate(assistPath(id), { replace: how === 'begun' })}
      />
    </AssistHost>
  );
}
