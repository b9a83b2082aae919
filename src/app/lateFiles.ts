import { fileStatus } from '../api/client.ts';
import { ping } from '../api/auth.ts';
import type { Loss } from '../ui/plain/LazyPart.ts';

/** Browsers put the file's address in the message. Without it, the reason stays unknown. */
const FILE = /https?:\/\/\S+/;

/** Finds out why a file of the page did not load, from the error of its import. */
export async function lossOf(error: unknown): Promise<Loss> {
  const file = FILE.exec(String(error))?.[0];
  const status = file === undefined ? undefined : await fileStatus(file);
  if (status === 0) {
    void ping(); // the frame reports a lost connection once a call has noticed it
    return 'unanswered';
  }
  return status === 404 || status === 410 ? 'replaced' : 'refused';
}

/**
 * Failed style links. Vite requests a style file only once, so without this a retried component would have no styles.
 */
const failedStyles = new Set<HTMLLinkElement>();

function noteFailedStyles({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
  target.remove();
  failedStyles.add(target);
}

/** Rejects with the name of the file. */
function addStyles(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`Could not load styles: ${failed.href}`)));
    document.head.append(link);
  });
}

let adding: Promise<unknown> | undefined;

/** Resolves when all requested styles have loaded. */
export async function restoreStyles(): Promise<void> {
  if (!adding && failedStyles.size > 0) {
    adding = Promise.all([...failedStyles].map(addStyles)).finally(() => {
      adding = undefined;
    });
    failedStyles.clear();
  }
  await adding;
}

/** Call it before the first component is fetched. */
export const watchStyles = (): void => document.addEventListener('error', noteFailedStyles, true);
