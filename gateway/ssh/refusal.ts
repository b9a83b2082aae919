// Why a host cannot be reached: a message for the user, and one for the log with details of the gateway.
import { KeyMissing, LoginRefused, remoteText, UnreachedTarget, type TargetError } from '../terminal/target.ts';
import type { Hop } from './route.ts';

/** `message` is for users. `forLog` has details of the gateway too; absent: the same as `message`. */
export const unreachable = (hop: Hop, message: string, forLog = message): TargetError =>
  new UnreachedTarget(
    `failed to connect to ${nameFor(hop)}: ${message}`,
    `${hop.user}@${hop.host}:${hop.port}: ${forLog}`,
  );

/** The name of a host for users. */
export function nameFor({ name, host, port, onTheWayTo }: Hop): string {
  if (onTheWayTo !== undefined) return `a host on the way to ${onTheWayTo}`;
  const address = `${host}:${port}`;
  return name === address || name === host ? address : `${name} (${address})`;
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'it closed the connection',
  EHOSTUNREACH: 'it is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'the DNS server does not answer',
  ETIMEDOUT: 'it does not answer',
};

/** The message for a network error. undefined for other errors. */
export const faultMessage = (error: Error): string | undefined =>
  'code' in error ? FAULTS[String(error.code)] : undefined;

/** Converts the library's error about a failed sign-in. */
export function toUnreachable(error: Error, hop: Hop): TargetError {
  const level = 'level' in error ? error.level : undefined;
  if (level === 'agent')
    return unreachable(hop, 'the gateway’s agent does not answer', `the agent at ${hop.agent} does not answer`);
  if (level === 'client-timeout') return unreachable(hop, `it did not answer within ${hop.timeoutMs / 1000} s`);
  if (level === 'client-authentication') return loginRefused(hop);
  if (!('syscall' in error && 'code' in error)) return unreachable(hop, remoteText(error.message));
  // The system's messages contain addresses.
  return unreachable(hop, faultMessage(error) ?? 'the connection failed', error.message);
}

function loginRefused(hop: Hop): TargetError {
  const { message, forLog } = loginRefusal(hop);
  if (hop.onTheWayTo === undefined && hasNoKey(hop)) return new KeyMissing(message, forLog);
  // A jump host refuses the gateway, not the login of the user.
  return new (hop.onTheWayTo === undefined ? LoginRefused : UnreachedTarget)(message, forLog);
}

const hasNoKey = ({ identities, agent, joined }: Hop): boolean =>
  !joined && identities.length === 0 && agent === undefined;

function loginRefusal(hop: Hop): TargetError {
  const { user, identities, agent, joined, onTheWayTo } = hop;
  if (joined) {
    const message = `it refused the login ${user}.\nThe login is unknown there, the server no longer trusts this gateway, or its clock is wrong. To join it again, run the command of "Add server" there.`;
    return unreachable(hop, message, `the certificate for ${user} was refused`);
  }
  if (hasNoKey(hop)) return unreachable(hop, 'the gateway has no key for it');
  const keys = [
    ...identities.map(({ file }) => file),
    ...(agent === undefined ? [] : [`the keys of the agent at ${agent}`]),
  ];
  const message =
    onTheWayTo === undefined
      ? `it refused the login ${user}.\nThe login is unknown there or does not accept the gateway’s key. The gateway’s log shows which key was used.`
      : 'it rejected the gateway.\nSee the gateway’s log for the reason.';
  return unreachable(hop, message, `rejected the login with ${keys.join(', ')}`);
}
