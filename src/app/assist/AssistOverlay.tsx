import { useLocation } from 'react-router-dom';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { useStore } from '../../ui/useStore.ts';
import { isShown } from '../features.ts';
import { isAddressOf } from '../paths.ts';
import { useConsole } from '../useConsole.ts';
import { assistPanel, closeAssist, toggleAssist } from './panelState.ts';

const panel = lazyComponent(() => import('./PanelHost.tsx'), { what: 'Assist', look: 'over' });

/** Whether Assist can be opened over the page: not where the page is Assist itself. */
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

/** In the top bar. */
export function AssistButton() {
  const { isOpen } = useStore(assistPanel);
  return useCanOpen() && <IconButton icon="sparkles" label="Assist" aria-expanded={isOpen} onClick={toggleAssist} />;
}
