import type { Dispose } from './disposables.ts';
import { leaving } from './leaving.ts';

/** The browser asks before the page goes while `holds` is true. A sign-out or a lost session is not stopped by a question. */
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
