import { useNavigate } from 'react-router-dom';
import { AssistPanel } from '../../sessions/assist/page/AssistPanel.tsx';
import { useStore } from '../../ui/useStore.ts';
import { assistPath } from '../paths.ts';
import { AssistHost, useFrameAssist } from './AssistHost.tsx';
import { assistPanel, closeAssist, selectInPanel } from './panelState.ts';

/** The panel of Assist in the frame. */
export default function PanelHost() {
  const { conversationId } = useStore(assistPanel);
  const navigate = useNavigate();
  const openPage = () => {
    closeAssist();
    void navigate(assistPath(conversationId));
  };
  return (
    <AssistHost {...useFrameAssist()} conversationId={conversationId}>
      <AssistPanel
        conversationId={conversationId}
        onSelect={selectInPanel}
        onOpenPage={openPage}
        onClose={closeAssist}
      />
    </AssistHost>
  );
}
