import { useHref, useLocation } from 'react-router-dom';
import { textAt } from '../lib/json.ts';
import { SupportPage } from '../views/support/SupportPage.tsx';
import { overlay } from './frameState.ts';
import { useConsole } from './useConsole.ts';

export default function SupportRoute() {
  const { config, user, hidden, items } = useConsole();
  const entity = textAt(useLocation().state, 'entity') || undefined;
  const [enroll, resources] = [useHref('/discover'), useHref('/resources')];
  return (
    <SupportPage
      config={config}
      user={user}
      hidden={hidden}
      onShowKeys={() => overlay.set('keys')}
      adding={entity}
      hrefs={{ enroll, resources: items.some(({ flag }) => flag === 'reachableDocuments') ? resources : undefined }}
    />
  );
}
