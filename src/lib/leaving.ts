import type { Dispose } from './disposables.ts';
import { Emitter } from './valueStore.ts';

/**
 * Emitted just before the page is left for good (sign-out, lost session). Who holds unsaved text saves it as a
 * draft in its listener, synchronously: nothing asynchronous outlives the page.
 */
export const leaving = new Emitter();

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
