// The request of a connection test (http-resources §13.1).
import { TESTED_KINDS, type TestedKind } from '../../src/wire/diagnostics.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, notServed } from '../http/failures.ts';

const TIMEOUT_MAX_MS = 30_000;
const NS_PER_MS = 1e6;
/** Longer than names of resources, logins, users and groups. */
const NAME_MAX_CHARS = 300;
const GROUPS_MAX = 100;

export type FactorAnswer = { code: string; key: JsonObject | undefined };

export type TestRequest = {
  kind: TestedKind;
  name: string;
  login: string;
  namespace: string;
  kubeUser: string;
  kubeGroups: readonly string[];
  databaseUser: string;
  databaseName: string;
  factor: FactorAnswer;
  /** For the whole connection to the resource. */
  timeoutMs: number;
};

/** Refuses like the reference. `insecure_skip_verify` is accepted without effect: gateway.yaml decides about checks. */
export function toTestRequest(body: JsonObject): TestRequest {
  const resourceKind = need(body, 'resource_kind', 'ResourceKind');
  const name = need(body, 'resource_name', 'ResourceName');
  const response = body.object('mfa_response');
  const factor = { code: response?.text('totp_code') ?? '', key: response?.object('webauthn_response') };
  if (factor.code !== '' && factor.key) throw badRequest('only one MFA response field can be set');
  const kind = TESTED_KINDS.find((tested) => tested === resourceKind);
  if (!kind) throw notServed(`resource "${resourceKind.slice(0, NAME_MAX_CHARS)}" does not have a connection tester`);
  const impersonation = body.object('kubernetes_impersonation');
  const kubeGroups = impersonation?.texts('kubernetes_groups') ?? [];
  body.flag('insecure_skip_verify');
  const request: TestRequest = {
    kind,
    name,
    login: body.text('ssh_principal') || body.text('windows_login'),
    namespace: body.text('kubernetes_namespace') || 'default',
    kubeUser: impersonation?.text('kubernetes_user') ?? '',
    kubeGroups,
    databaseUser: body.text('database_user'),
    databaseName: body.text('database_name'),
    factor,
    timeoutMs: timeoutOf(body.raw('dial_timeout')),
  };
  const { login, namespace, kubeUser, databaseUser, databaseName } = request;
  const names = [name, login, namespace, kubeUser, databaseUser, databaseName, ...kubeGroups];
  if (kubeGroups.length > GROUPS_MAX || names.some((text) => text.length > NAME_MAX_CHARS))
    throw badRequest(`a name has more than ${NAME_MAX_CHARS} characters, or there are more than ${GROUPS_MAX} groups`);
  return request;
}

function need(body: JsonObject, key: string, label: string): string {
  const value = body.text(key);
  if (value === '') throw badRequest(`missing required parameter ${label}`);
  return value;
}

/** Nanoseconds. Absent and 0 mean the maximum. */
function timeoutOf(value: unknown): number {
  if (value === undefined || value === 0) return TIMEOUT_MAX_MS;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw badRequest('request: dial_timeout must be a number of nanoseconds');
  return Math.min(TIMEOUT_MAX_MS, Math.max(1, value / NS_PER_MS));
}
