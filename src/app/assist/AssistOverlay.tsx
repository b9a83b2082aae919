import { useLocation } from 'react-router-dom';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePageStands } from '../../ui/usePrefetch.ts';
import { useStore } from '../../ui/useStore.ts';
import { isShown } from '../features.ts';
import { isAddressOf } from '../paths.ts';
import { useConsole } from '../useConsole.ts';
import { assistPanel, closeAssist, closeHint, isAssistNew, openAssist, toggleAssist } from './panelState.ts';

const hint = lazyComponent(() => import('./FirstVisitHint.tsx'), { name: undefined });
const panel = lazyComponent(() => import('./PanelHost.tsx'), { name: 'Assist', look: 'over' });

/** Whether Assist can be opened over the page: not on the page of Assist itself. */
function useCanOpen(): boolean {
  const { user, config } = useConsole();
  const { pathname } = useLocation();
  return isShown('assist', user.acl, config) && !isAddressOf('assist', pathname);
}

/** The panel beside the page, while it is open. */
export function AssistOverlay() {
  const { isOpen } = useStore(assistPanel);
  return useCanOpen() && isOpen && <panel.Part onClose={closeAssist} />;
}

/** In the top bar, with a hint on the first visit (screens §20.1). */
export function AssistButton() {
  const { isOpen } = useStore(assistPanel);
  const isHinted = useStore(isAssistNew);
  const stands = usePageStands();
  if (!useCanOpen()) return null;
  return (
    <span className="rel rigid">
      <IconButton icon="sparkles" label="Assist" aria-expanded={isOpen} onClick={toggleAssist} />
      {isHinted && stands && !isOpen && <hint.Part onTry={openAssist} onClose={closeHint} />}
    </span>
  );
}
