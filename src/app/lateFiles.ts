import { fileStatus } from '../api/client.ts';
import { ping } from '../api/auth.ts';
import type { Loss } from '../ui/plain/LazyPart.ts';

/** Browsers name the file in the message; one that does not leaves open why it is missing. */
const FILE = /https?:\/\/\S+/;

/** Why a file of the page did not come, from the error of its import. */
export async function lossOf(error: unknown): Promise<Loss> {
  const file = FILE.exec(String(error))?.[0];
  const status = file === undefined ? undefined : await fileStatus(file);
  if (status === 0) {
    void ping(); // the frame tells of a lost connection once a call has noticed it
    return 'unanswered';
  }
  return status === 404 || status === 410 ? 'replaced' : 'refused';
}

/** Links to styles that failed. Vite asks for a file of styles once: without us a part would come back without its look. */
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

/** Resolves once no styles are missing that a part of the page has asked for. */
export async function restoreStyles(): Promise<void> {
  if (!adding && failedStyles.size > 0) {
    adding = Promise.all([...failedStyles].map(addStyles)).finally(() => {
      adding = undefined;
    });
    failedStyles.clear();
  }
  await adding;
}

/** Call it before the first part is fetched. */
export const watchStyles = (): void => document.addEventListener('error', noteFailedStyles, true);
