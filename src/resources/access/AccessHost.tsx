import { useLocation, useNavigate } from 'react-router-dom';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { readAccessView, writeAccessView, type AccessView } from './accessAddress.ts';

const accessSheet = lazyComponent(() => import('./AccessSheet.tsx'), { name: 'The access check', look: 'over' });
const reachSheet = lazyComponent(() => import('./EffectiveAccessSheet.tsx'), {
  name: 'Effective access',
  look: 'over',
});

/** The panel that the address opens over the page: an access check, or the effective access of a role. */
export function AccessHost({ clusterId }: { clusterId: string }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const view = readAccessView(search);
  if (!view) return null;
  const show = (next: AccessView | undefined) =>
    void navigate({ pathname, search: writeAccessView(search, next), hash }, { replace: true });
  const onClose = () => show(undefined);
  return view.show === 'check' ? (
    <accessSheet.Part
      ask={view.ask}
      clusterId={clusterId}
      onAsk={(ask) => show({ show: 'check', ask })}
      onClose={onClose}
    />
  ) : (
    <reachSheet.Part key={view.role} role={view.role} onClose={onClose} />
  );
}
