import { fileStatus } from '../api/client.ts';
import { ping } from '../api/ping.ts';
import type { Loss } from '../ui/plain/LatePart.ts';

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

/** A link that failed stays in the head, where the next import would take its file for loaded: styles would be missing. */
export function dropFailedLinks(): void {
  const drop = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) target.remove();
  };
  document.addEventListener('error', drop, true);
}
