import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { AssistPage } from '../sessions/assist/page/AssistPage.tsx';
import { AssistHost } from './assist/AssistHost.tsx';
import { takeHandedOver } from './assist/handOver.ts';
import { closeAssist } from './assist/panelState.ts';
import { assistPath } from './paths.ts';

/** `/web/assist/{conversationId?}` */
export default function AssistRoute() {
  const { conversationId } = useParams();
  const navigate = useNavigate();
  useEffect(takeHandedOver, []);
  return (
    <AssistHost conversationId={conversationId} onQuestion={closeAssist}>
      <AssistPage
        conversationId={conversationId}
        onSelect={(id, how) => void navigate(assistPath(id), { replace: how === 'begun' })}
      />
    </AssistHost>
  );
}
