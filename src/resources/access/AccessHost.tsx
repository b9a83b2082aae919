import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readAccessView, writeAccessView } from './accessAddress.ts';
import type { AccessView } from './accessAddress.ts';

const AccessSheet = lazy(() => import('./AccessSheet.tsx'));
const ReachSheet = lazy(() => import('./ReachSheet.tsx'));

/** What the address lays over the page: a check of access, or what a role reaches. */
export function AccessHost({ clusterId }: { clusterId: string }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const view = readAccessView(search);
  if (!view) return null;
  const show = (next: AccessView | undefined) =>
    void navigate({ pathname, search: writeAccessView(search, next), hash }, { replace: true });
  const onClose = () => show(undefined);
  return (
    <Suspense>
      {view.show === 'check' ? (
        <AccessSheet
          ask={view.ask}
          clusterId={clusterId}
          onAsk={(ask) => show({ show: 'check', ask })}
          onClose={onClose}
        />
      ) : (
        <ReachSheet key={view.role} role={view.role} onClose={onClose} />
      )}
    </Suspense>
  );
}
