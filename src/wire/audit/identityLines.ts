import { at, isObject, wordOf } from '../../lib/json.ts';
import { fillSentence, firstOf, valueOf, type AuditEvent, lines, type AuditLine, type AuditLines } from './template.ts';

const METHODS: Readonly<Record<string, string>> = { oidc: 'OIDC', saml: 'SAML', github: 'GitHub' };
const provider = (event: AuditEvent): string => METHODS[valueOf(event, 'method')] ?? 'single sign-on';

/** Sign-ins. */
export const signInLines: AuditLines = lines({
  T1000I: ['Signed in', '{user} signed in[ from {addr.remote}]'],
  T1000W: ['Sign-in failed', 'Sign-in [of {user} ]refused[: {error}][ (refusals: {merged_refusals})]'],
  T1001I: ['Signed in', (event) => fillSentence(`{user} signed in through ${provider(event)}`, event)],
  T1001W: [
    'Sign-in failed',
    (event) =>
      fillSentence(
        `Sign-in [of {user} ]through ${provider(event)} refused[: {error}][ (refusals: {merged_refusals})]`,
        event,
      ),
  ],
  T1010I: ['Connector tested', (event) => fillSentence(`{user} tested the sign-in through ${provider(event)}`, event)],
  T1011W: [
    'Connector test failed',
    (event) => fillSentence(`A test of the sign-in through ${provider(event)} [by {user} ]failed[: {error}]`, event),
  ],
  T3007W: ['Authentication failed', 'Authentication of {user}[ as {login}] failed[: {error}]'],
  T1012I: ['Headless sign-in requested', '{user} requested a headless sign-in[ from {addr.remote}]'],
  T1013I: ['Headless sign-in approved', '{user} approved a headless sign-in'],
  T1013W: ['Headless sign-in failed', '{user} could not approve a headless sign-in[: {error}]'],
  T1014W: ['Headless sign-in rejected', '{user} rejected a headless sign-in'],
  T1015I: [
    'Second factor requested',
    (event) =>
      `${event['user'] ? fillSentence('{user} was', event) : 'A user without a name was'} asked for a second factor`,
  ],
  T1016I: ['Second factor confirmed', '{user} confirmed a second factor'],
  T1016W: ['Second factor refused', 'The second factor of {user} was refused[: {error}]'],
  TAL009W: [
    'Access list skipped',
    'At the sign-in of {user} the access list {list} was skipped[: roles {missing_roles} are missing]',
  ],
  TLR00I: ['Login rule saved', '{user} saved the login rule {name}'],
  TLR01I: ['Login rule deleted', '{user} deleted the login rule {name}'],
});

/** Issued certificates. */
export const certificateLines: AuditLines = lines({
  TC000I: [
    'Certificate issued',
    (event) =>
      fillSentence(
        ['', 'user'].includes(valueOf(event, 'cert_type'))
          ? 'A user certificate was issued for {identity.user}'
          : 'A certificate of type {cert_type} was issued for {identity.user}',
        event,
      ),
  ],
  TCB00W: ['Certificate reused', 'A certificate of {user} was used again after its renewal'],
  TSPIFFE000I: ['Workload certificate issued', '{user} got the workload certificate {spiffe_id}'],
  TSPIFFE000E: ['Workload certificate refused', '{user} was refused the workload certificate {spiffe_id}'],
});

/** An upsert names the account as its own creator. */
const createdUser = (event: AuditEvent): string =>
  fillSentence(
    valueOf(event, 'user') && event['user'] !== event['name']
      ? '{user} created the user {name}'
      : 'The user {name} was created',
    event,
  );

/** Accounts of people and bots, their factors and codes. */
export const userLines: AuditLines = lines({
  T1002I: ['User created', createdUser],
  T1003I: ['User updated', '{user} changed the user {name}'],
  T1004I: ['User deleted', '{user} deleted the user {name}'],
  T1005I: ['Password changed', '{user} changed the password'],
  T1006I: ['Device added', '{user} added the [{mfa_device_type} ]device {mfa_device_name}'],
  T1007I: ['Device removed', '{user} removed the [{mfa_device_type} ]device {mfa_device_name}'],
  T1008I: ['Recovery codes created', '{user} got new recovery codes'],
  T1009I: ['Recovery code used', '{user} used a recovery code'],
  T1009W: ['Recovery code refused', 'A recovery code of {user} was refused[: {error}][ (refusals: {merged_refusals})]'],
  TB001I: ['Bot created', '{user} created the bot {name}'],
  TB002I: ['Bot updated', '{user} changed the bot {name}'],
  TB003I: ['Bot deleted', '{user} deleted the bot {name}'],
  SHU001I: ['Host user created', '{user} created the static host user {name}'],
  SHU002I: ['Host user updated', '{user} changed the static host user {name}'],
  SHU003I: ['Host user deleted', '{user} deleted the static host user {name}'],
  TSUU001I: ['UNIX user allocated', 'The UNIX user {stable_unix_user.username} got the number {stable_unix_user.uid}'],
});

/** Links and tokens that grant access to something. */
export const tokenLines: AuditLines = lines({
  T6000I: ['Reset link created', '{user} created a link to set the password of {name}[, valid for {ttl}]'],
  T6001I: ['Recovery started', 'Recovery of the account {name} was started[, valid for {ttl}]'],
  T6002I: ['Privilege token created', '{name} got a privilege token[, valid for {ttl}]'],
  TJT00I: ['Join token created', '{user} created a join token[ for {roles}]'],
});

const DEVICE_DONE: Readonly<Record<string, readonly [label: string, done: string, failed: string]>> = {
  TV001I: ['Trusted device added', 'registered', 'register'],
  TV002I: ['Trusted device removed', 'removed', 'remove'],
  TV003I: ['Device token created', 'created an enrolment token for', 'create an enrolment token for'],
  TV004I: ['Device token used', 'used the enrolment token of', 'use the enrolment token of'],
  TV005I: ['Device enrolled', 'enrolled', 'enrol'],
  TV006I: ['Device authenticated', 'authenticated with', 'authenticate with'],
  TV007I: ['Trusted device updated', 'changed', 'change'],
  TV008I: ['Device web token created', 'created a web token for', 'create a web token for'],
  TV009I: ['Device sign-in confirmed', 'confirmed a sign-in with', 'confirm a sign-in with'],
};

/** The success flag is at the top level, or in `status` in the older form. */
const deviceWorked = (event: AuditEvent): boolean =>
  event['success'] === true || at(event, 'status', 'success') === true;
const deviceName = (event: AuditEvent): string => {
  const name = firstOf(event, 'device.asset_tag', 'device.device_id');
  return name ? `the trusted device ${name}` : 'a trusted device';
};

/** Trusted devices. One code covers both outcomes. */
export const deviceLines: AuditLines = Object.fromEntries(
  Object.entries(DEVICE_DONE).map(([code, [label, done, failed]]): [string, AuditLine] => [
    code,
    {
      label,
      failedLabel: `${label}: failed`,
      failed: (event) => !deviceWorked(event),
      sentence: (event) => {
        const user = fillSentence('{user}', event);
        return deviceWorked(event)
          ? `${user} ${done} ${deviceName(event)}`
          : `${user} could not ${failed} ${deviceName(event)}`;
      },
    },
  ]),
);

const LOCKED: Readonly<Record<string, string>> = {
  user: 'the user',
  role: 'the role',
  login: 'the login',
  node: 'the server',
  server_id: 'the server',
  mfa_device: 'the second factor',
  windows_desktop: 'the desktop',
  access_request: 'the access request',
  device: 'the device',
};

function lockTarget(event: AuditEvent): string {
  const target = [event['target'], at(event, 'lock', 'target')].find(isObject) ?? {};
  return Object.entries(target)
    .flatMap(([kind, name]) => (LOCKED[kind] && wordOf(name) ? [`${LOCKED[kind]} ${wordOf(name)}`] : []))
    .join(' and ');
}

export const lockLines: AuditLines = lines({
  TLK00I: [
    'Lock created',
    (event) => {
      const locked = lockTarget(event);
      return fillSentence(locked ? '{user} locked {locked}, lock {name}' : '{user} created the lock {name}', {
        ...event,
        locked,
      });
    },
  ],
  TLK01I: ['Lock deleted', '{user} lifted the lock {name}'],
});
