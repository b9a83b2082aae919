import type { Dispose } from './disposables.ts';
import { leaving } from './leaving.ts';

/**
 * While `holds` returns true, the browser asks before the page closes. It does not ask on a sign-out or a lost session.
 */
export function askBeforeUnload(holds: () => boolean): Dispose {
  let hasToGo = false;
  const offLeaving = leaving.subscribe(() => (hasToGo = true));
  const ask = (event: BeforeUnloadEvent) => {
    if (holds() && !hasToGo) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => {
    offLeaving();
    window.removeEventListener('beforeunload', ask);
  };
}
