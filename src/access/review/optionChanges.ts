// Options of a role (resource-specs §1.2).
import { formatDuration } from '../../lib/dates.ts';
import type { Role, RoleOptions } from '../role.ts';
import type { MfaRequirement } from '../roleShape.ts';
import { moves } from '../../lib/moves.ts';
import { change, code, codes, gain, listAll, loss, phrase, type Sentence } from '../../lib/sentence.ts';

type Switch = { [K in keyof RoleOptions]: RoleOptions[K] extends boolean ? K : never }[keyof RoleOptions];
type Limit = { [K in keyof RoleOptions]: RoleOptions[K] extends number ? K : never }[keyof RoleOptions];

/** The sentences for turning it on and off. `guards`: it protects, so that turning it off is flagged. */
type Turn = { on: string; off: string; guards?: boolean };

const SWITCHES: Readonly<Record<Switch, Turn>> = {
  forward_agent: { on: 'May now forward their SSH agent', off: 'May no longer forward their SSH agent' },
  port_forwarding: { on: 'May now forward ports', off: 'May no longer forward ports' },
  ssh_file_copy: { on: 'May now copy files over SSH', off: 'May no longer copy files over SSH' },
  permit_x11_forwarding: { on: 'May now forward X11', off: 'May no longer forward X11' },
  disconnect_expired_cert: {
    on: 'Sessions now end when the certificate expires',
    off: 'Sessions now continue after the certificate expires',
    guards: true,
  },
  pin_source_ip: {
    on: 'Certificates now work from one address only',
    off: 'Certificates now work from any address',
    guards: true,
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
  db_read_only: {
    on: 'Query consoles may now only read databases',
    off: 'Query consoles may now write to databases',
    guards: true,
  },
};

/** `instead`: another limit. `none`: no limit now. `first`: no limit before. */
type LimitTexts = {
  instead: (is: string, was: string) => string;
  none: (was: string) => string;
  first: (is: string) => string;
  show: (limit: number) => string;
  /** Without this limit, activity could go unnoticed. */
  guards?: boolean;
};

/** A limit on the number of concurrent items. */
const atOnce = (noun: string): LimitTexts => ({
  instead: (is, was) => `May have ${is} ${noun} instead of ${was}`,
  none: (was) => `May have any number of ${noun} instead of ${was}`,
  first: (is) => `May have ${is} ${noun} instead of any number`,
  show: String,
});

const LIMITS: Readonly<Record<Limit, LimitTexts>> = {
  max_session_ttl: {
    instead: (is, was) => `Sessions may last ${is} instead of ${was}`,
    none: (was) => `Sessions may last without a limit instead of ${was}`,
    first: (is) => `Sessions may last ${is} at most`,
    show: hours,
  },
  client_idle_timeout: {
    instead: (is, was) => `Idle sessions end after ${is} instead of ${was}`,
    none: (was) => `Idle sessions no longer end automatically (previously after ${was})`,
    first: (is) => `Idle sessions now end after ${is} (previously never)`,
    show: formatDuration,
    guards: true,
  },
  max_connections: atOnce('Concurrent SSH connections'),
  max_kubernetes_connections: atOnce('Concurrent Kubernetes sessions'),
  max_sessions: atOnce('channels in one SSH connection'),
};

const MFA: Record<MfaRequirement, string> = {
  off: 'Sessions no longer require a second factor',
  session: 'Each session now requires a second factor',
  hardware_key: 'A hardware key is now required',
  hardware_key_touch: 'A hardware key is now required, with a touch at each use',
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
  const isWeaker = MFA_ORDER.indexOf(is) < MFA_ORDER.indexOf(was);
  return [isWeaker ? gain(MFA[is], { flagged: true }) : change(MFA[is])];
}

function recordingChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const ssh = ({ record_session }: RoleOptions) => (record_session?.ssh || record_session?.default) === 'strict';
  const others = ({ record_session }: RoleOptions) => record_session?.default === 'strict';
  const isSameTurn = ssh(was) === others(was) && ssh(is) === others(is);
  const strictness = (sessions: string): Turn => ({
    on: `${sessions} that cannot be recorded now end`,
    off: `${sessions} now continue when they cannot be recorded`,
    guards: true,
  });
  const recordsDesktops = ({ record_session }: RoleOptions) => record_session?.desktop ?? true;
  const events = moves(was.enhanced_recording, is.enhanced_recording);
  return [
    ...turned(ssh(was), ssh(is), strictness(isSameTurn ? 'Sessions' : 'SSH sessions')),
    ...(isSameTurn ? [] : turned(others(was), others(is), strictness('Sessions other than SSH'))),
    ...turned(recordsDesktops(was), recordsDesktops(is), {
      on: 'Desktop sessions are now recorded',
      off: 'Desktop sessions are no longer recorded',
      guards: true,
    }),
    ...(events.gained.length > 0 ? [change(phrase`Now records ${listAll(codes(events.gained))} events`)] : []),
    ...(events.lost.length > 0
      ? [change(phrase`No longer records ${listAll(codes(events.lost))} events`, { flagged: true })]
      : []),
  ];
}

function limitChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const names: readonly Limit[] = [
    ...(['max_session_ttl', 'client_idle_timeout', 'max_connections'] as const),
    ...(['max_kubernetes_connections', 'max_sessions'] as const),
  ];
  return names.flatMap((name) => limitChange(LIMITS[name], was[name], is[name]));
}

function limitChange({ instead, none, first, show, guards = false }: LimitTexts, was: number, is: number) {
  if (was === is) return [];
  if (is <= 0) return was <= 0 ? [] : [change(none(show(was)), { flagged: guards })];
  return [change(was <= 0 ? first(show(is)) : instead(show(is), show(was)))];
}

function switchChanges(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const names: readonly Switch[] = [
    ...(['forward_agent', 'port_forwarding', 'ssh_file_copy', 'permit_x11_forwarding'] as const),
    ...(['disconnect_expired_cert', 'pin_source_ip', 'desktop_clipboard', 'desktop_directory_sharing'] as const),
    ...(['create_desktop_user', 'create_host_user', 'create_db_user', 'db_read_only'] as const),
  ];
  return names.flatMap((name) => turned(was[name], is[name], SWITCHES[name]));
}

function turned(was: boolean, is: boolean, { on, off, guards = false }: Turn): readonly Sentence[] {
  if (was === is) return [];
  if (guards) return [is ? change(on) : change(off, { flagged: true })];
  return [is ? gain(on) : loss(off)];
}

/** What happens while locks cannot be checked. '' leaves it to the cluster's settings. */
const LOCKING: Readonly<Record<string, string>> = {
  strict: 'Sessions now end when locks cannot be checked',
  best_effort: 'Sessions now continue when locks cannot be checked',
  '': 'The cluster’s settings now decide whether sessions continue when locks cannot be checked',
};

function lockChanges({ lock: was }: RoleOptions, { lock: is }: RoleOptions): readonly Sentence[] {
  if (was === is) return [];
  const text = LOCKING[is];
  return [text === undefined ? optionChange('lock', is) : change(text, { flagged: was === 'strict' })];
}

/** Rarely used options appear by their key. */
function remaining(was: RoleOptions, is: RoleOptions): readonly Sentence[] {
  const texts = (['device_trust_mode', 'request_access', 'request_prompt', 'cert_format'] as const).flatMap((name) =>
    was[name] === is[name] ? [] : [optionChange(name, is[name])],
  );
  const extensions = moves(was.cert_extensions, is.cert_extensions, (extension) => JSON.stringify(extension));
  return [
    ...lockChanges(was, is),
    ...texts,
    ...turned(was.idp.saml.enabled, is.idp.saml.enabled, {
      on: 'May now sign in to other services through this cluster',
      off: 'May no longer sign in to other services through this cluster',
    }),
    ...extensions.gained.map(({ name, value }) => change(phrase`Certificates now carry ${code(name)}: ${code(value)}`)),
    ...extensions.lost.flatMap(({ name }) =>
      is.cert_extensions.some((other) => other.name === name)
        ? []
        : [change(phrase`Certificates no longer carry ${code(name)}`)],
    ),
  ];
}

const optionChange = (name: string, value: string): Sentence =>
  change(
    value === '' ? phrase`Removes the option ${code(name)}` : phrase`Sets the option ${code(name)} to ${code(value)}`,
  );

/** Whole hours as hours, even beyond a day, as in role documents. */
export function hours(ms: number): string {
  const HOUR_MS = 3_600_000;
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : formatDuration(ms);
}
