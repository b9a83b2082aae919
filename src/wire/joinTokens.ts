// Join tokens as they travel (http-resources §12.1).
import type { LabelJson } from './http.ts';

/** Label that lets whoever made a token find what joined with it. */
export const RESOURCE_ID_LABEL = 'teleport.internal/resource-id';

/** Answer to a new token. `id` is its name, which is the secret where the method is `token`. */
export type JoinTokenJson = {
  id: string;
  /** RFC 3339. */
  expiry: string;
  method: string;
  /** Absent where a token with these rules was there already. */
  suggestedLabels?: LabelJson[];
};

/** What takes back on a server what the script of the join has changed. */
export const UNINSTALL_COMMAND = 'sudo sh /etc/ssh/postern/host.sh --uninstall';

/** A step of the script of a server that joins, as the script reports it (http-resources §12.2). */
export type JoinReportJson = {
  /** RFC 3339. */
  time: string;
  /** `start`, `authority`, `sshd`, `register`, `reach`, `tunnel` or `finish`. */
  step: string;
  /** Plain text, at most 300 characters. */
  text: string;
  /** False: a warning in `reach` and `tunnel`; in all others the script has ended with this error. */
  ok: boolean;
  hostname?: string;
};

/** Answer of `postern/tokens/:token/joins`, the oldest first. */
export type JoinReportsJson = { joins: readonly JoinReportJson[] };

/** A server that joined with a token (`postern/tokens/uses`). `token`: as it may be shown. `present`: it is still there. */
type TokenUseJson = { token: string; node: string; hostname: string; time: string; present: boolean };

/** The newest 1,000 uses of all tokens, the newest first. */
export type TokenUsesJson = { uses: readonly TokenUseJson[] };

/** Below this length nothing of a secret is shown. */
const TELLING_CHARS = 16;

/** Whether nothing of a name is shown. It may be a common word as well. */
export const isMaskedWholly = (name: string): boolean => name.length < TELLING_CHARS;

/** A secret name as it may be shown: its last quarter (resource-specs §7). */
export function maskedToken(name: string): string {
  const hidden = isMaskedWholly(name) ? name.length : Math.floor(name.length * 0.75);
  return '*'.repeat(hidden) + name.slice(hidden);
}
