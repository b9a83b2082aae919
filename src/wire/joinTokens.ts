// JSON types of join tokens (http-resources §12.1).
import type { LabelJson } from './http.ts';

/** Label with which the creator of a token finds the resource that joined with it. */
export const RESOURCE_ID_LABEL = 'teleport.internal/resource-id';

/** Response to the creation of a token. `id` is its name, which is the secret if the method is `token`. */
export type JoinTokenJson = {
  id: string;
  /** RFC 3339. */
  expiry: string;
  method: string;
  /** Absent if a token with these rules already existed. */
  suggestedLabels?: LabelJson[];
};

/** Undoes the changes of the join script on a server. */
export const UNINSTALL_COMMAND = 'sudo sh /etc/ssh/postern/host.sh --uninstall';

/** A step of the join script of a server, as the script reports it (http-resources §12.2). */
export type JoinReportJson = {
  /** RFC 3339. */
  time: string;
  /** `start`, `authority`, `sshd`, `register`, `reach`, `tunnel` or `finish`. */
  step: string;
  /** Plain text, at most 300 characters. */
  text: string;
  /** False: in `reach` and `tunnel` a warning, in all other steps the error that ended the script. */
  ok: boolean;
  hostname?: string;
};

/** Response of `postern/tokens/:token/joins`, oldest first. */
export type JoinReportsJson = { joins: readonly JoinReportJson[] };

/**
 * A server that joined with a token (`postern/tokens/uses`). `token`: its masked name. `present`: the server still
 * exists.
 */
type TokenUseJson = { token: string; node: string; hostname: string; time: string; present: boolean };

/** The newest 1,000 uses of all tokens, newest first. */
export type TokenUsesJson = { uses: readonly TokenUseJson[] };

/** Shorter secrets are masked completely. */
const TELLING_CHARS = 16;

/** Whether a name is masked completely. Such a name can also be an ordinary word. */
export const isMaskedWholly = (name: string): boolean => name.length < TELLING_CHARS;

/** A secret name masked except for its last quarter (resource-specs §7). */
export function maskedToken(name: string): string {
  const hidden = isMaskedWholly(name) ? name.length : Math.floor(name.length * 0.75);
  return '*'.repeat(hidden) + name.slice(hidden);
}
