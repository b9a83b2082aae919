import { SupportPage } from '../views/support/SupportPage.tsx';
import { overlay } from './overlays.ts';
import { useConsole } from './useConsole.ts';

export default function SupportRoute() {
  const { config, user, hidden } = useConsole();
  return <SupportPage config={config} user={user} hidden={hidden} onShowKeys={() => overlay.set('keys')} />;
}
