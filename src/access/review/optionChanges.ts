// Options of a role (resource-specs §1.2).
import { formatDuration } from '../../lib/dates.ts';
import type { Role, RoleOptions } from '../role.ts';
import type { MfaRequirement } from '../roleShape.ts';
import { allOf, moves, plain, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

type Switch = { [K in keyof RoleOptions]: RoleOptions[K] extends boolean ? K : never }[keyof RoleOptions];
type Limit = { [K in keyof RoleOptions]: RoleOptions[K] extends number ? K : never }[keyof RoleOptions];

/** What is said when something is turned on, and when off. `risky`: turning it off deserves a second look. */
type Turn = { on: string; off: string; risky?: boolean };

const SWITCHES: Readonly<Record<Switch, Turn>> = {
  forward_agent: { on: 'May now forward their SSH agent', off: 'May no longer forward their SSH agent' },
  port_forwarding: { on: 'May now forward ports', off: 'May no longer forward ports' },
  ssh_file_copy: { on: 'May now copy files over SSH', off: 'May no longer copy files over SSH' },
  permit_x11_forwarding: { on: 'May now forward X11', off: 'May no longer forward X11' },
  disconnect_expired_cert: {
    on: 'Sessions now end when the certificate does',
    off: 'Sessions now go on after the certificate has ended',
    risky: true,
  },
  pin_source_ip: {
    on: 'Certificates now work from one address only',
    off: 'Certificates now work from any address',
    risky: true,
  },
  desktop_clipboard: {
    on: 'May now share the clipboard with desktops',
    off: 'May no longer share the clipboard with desktops',
  },
  desktop_directory_sharing: {
    on: 'May now share folders with desktops',
    off: 'May no longer share folders with desktops',
  },
  create_desktop_user: {
    on: 'Desktop accounts are now created on demand',
    off: 'Desktop accounts are no longer created on demand',
  },
  create_host_user: {
    on: 'UNIX accounts are now created on demand',
    off: 'UNIX accounts are no longer created on demand',
  },
  create_db_user: {
    on: 'Database accounts are now created on demand',
    off: 'Database accounts are no longer created on demand',
  },
};

/** "… now X instead of Y"; without a limit the last word stands in. */
const LIMITS: Readonly<Record<Limit, { of: string; words: (limit: number) => string; none: string }>> = {
  max_session_ttl: { of: 'Sessions may last', words: hours, none: 'as long as they like' },
  client_idle_timeout: { of: 'Idle sessions end after', words: formatDuration, none: 'no time at all' },
  max_connections: { of: 'SSH connections at a time:', words: String, none: 'any number' },
  max_kubernetes_connections: { of: 'Kubernetes sessions at a time:', words: String, none: 'any number' },
  max_sessions: { of: 'Channels in one SSH connection:', words: String, none: 'any number' },
};

const MFA: Record<MfaRequirement, string> = {
  off: 'No second factor is asked for at each session any more',
  session: 'A second factor is now asked for at each session',
  hardware_key: 'A hardware key is now needed',
  hardware_key_touch: 'A hardware key is now needed, and touched at each use',
};
/** Weakest first. */
const MFA_ORDER: readonly MfaRequirement[] = ['off', 'session', 'hardware_key', 'hardware_key_touch'];

export function optionChanges(before: Role, after: Role): readonly Sentence[] {
  const [was, is] = [before.spec.options, after.spec.options];
  return [
    ...mfaChanges(was.require_session_mfa, is.require_session_mfa),
    ...recordingChanges(was, is),
    ...limitChanges(was, is),
    ...switchChanges(was, is),
    ...remaining(was, is),
  ];
}

function mfaChanges(was: MfaRequirement, is: MfaRequirement): readonly Sentence[] {
  if (was === is) return [];
  return [sentence(MFA[is], MFA_ORDER.indexOf(is) < MFA_ORDER.indexOf(was))];
}

function recordingChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const isStrict = ({ record_session }: RoleOptions) => (record_session?.ssh || record_session?.default) === 'strict';
  const recordsDesktops = ({ record_session }: RoleOptions) => record_session?.desktop ?? true;
  const events = moves(was.enhanced_recording, is.enhanced_recording);
  return [
    ...turned(isStrict(was), isStrict(is), {
      on: 'Sessions that cannot be recorded now end',
      off: 'Sessions now go on when they cannot be recorded',
      risky: true,
    }),
    ...turned(recordsDesktops(was), recordsDesktops(is), {
      on: 'Desktop sessions are now recorded',
      off: 'Desktop sessions are no longer recorded',
      risky: true,
    }),
    ...(events.gained.length > 0 ? [plain(`Now records ${allOf(events.gained)} events`)] : []),
    ...(events.lost.length > 0 ? [sentence(`No longer records ${allOf(events.lost)} events`, true)] : []),
  ];
}

function limitChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const names: readonly Limit[] = [
    ...(['max_session_ttl', 'client_idle_timeout', 'max_connections'] as const),
    ...(['max_kubernetes_connections', 'max_sessions'] as const),
  ];
  return names.flatMap((name) => {
    if (was[name] === is[name]) return [];
    const { of, words, none } = LIMITS[name];
    const spoken = (limit: number) => (limit > 0 ? words(limit) : none);
    return [plain(`${of} ${spoken(is[name])} instead of ${spoken(was[name])}`)];
  });
}

function switchChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const names: readonly Switch[] = [
    ...(['forward_agent', 'port_forwarding', 'ssh_file_copy', 'permit_x11_forwarding'] as const),
    ...(['disconnect_expired_cert', 'pin_source_ip', 'desktop_clipboard', 'desktop_directory_sharing'] as const),
    ...(['create_desktop_user', 'create_host_user', 'create_db_user'] as const),
  ];
  return names.flatMap((name) => turned(was[name], is[name], SWITCHES[name]));
}

function turned(was: boolean, is: boolean, { on, off, risky = false }: Turn): readonly Sentence[] {
  if (was === is) return [];
  return [is ? plain(on) : sentence(off, risky)];
}

/** Options that few people use are named as they are written. */
function remaining(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const texts = (['lock', 'device_trust_mode', 'request_access', 'request_prompt', 'cert_format'] as const).flatMap(
    (name) => (was[name] === is[name] ? [] : [plain(`The option ${name} is now ${is[name] || 'not set'}`)]),
  );
  const extensions = moves(was.cert_extensions, is.cert_extensions, (extension) => JSON.stringify(extension));
  return [
    ...texts,
    ...turned(was.idp.saml.enabled, is.idp.saml.enabled, {
      on: 'May now sign in to other services through this cluster',
      off: 'May no longer sign in to other services through this cluster',
    }),
    ...extensions.gained.map(({ name, value }) => plain(`Certificates now carry ${name}: ${value}`)),
    ...extensions.lost.map(({ name }) => plain(`Certificates no longer carry ${name}`)),
  ];
}

/** Whole hours as hours, also beyond a day: that is how roles are written. */
export function hours(ms: number): string {
  const HOUR_MS = 3_600_000;
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : formatDuration(ms);
}
