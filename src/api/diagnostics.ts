// Connection tests (http-resources §13), and whether one needs a second factor (http-auth §11.1).
import type { DiagnosticJson, TraceJson } from '../wire/diagnostics.ts';
import { call } from './client.ts';
import type { MfaProof } from './devices.ts';
import { toRows } from './lists.ts';
import { apiUrl } from './urls.ts';

/** The resource to test, and the user. An empty list of groups means all that the roles allow. */
export type TestTarget =
  | { kind: 'node'; name: string; login: string }
  | { kind: 'db'; name: string; protocol: string; user: string; database: string }
  | { kind: 'app'; name: string }
  | { kind: 'windows_desktop'; name: string; login: string }
  | { kind: 'kube_cluster'; name: string; namespace: string; user: string; groups: readonly string[] };

export type TestStep = {
  /** Such as `RBAC_NODE`. An unknown name is shown as it is. */
  type: string;
  ok: boolean;
  /** A sentence for users, and the raw cause of a failure. */
  details: string;
  error: string;
};

export type ConnectionTest = { id: string; ok: boolean; steps: readonly TestStep[] };

const toStep = ({
  traceType = '',
  status,
  details = '',
  error = '',
}: Partial<Omit<TraceJson, 'traceType'>> & { traceType?: string }): TestStep => ({
  type: traceType,
  ok: status?.toUpperCase() === 'SUCCESS',
  details,
  error,
});

export const toConnectionTest = ({ id = '', success = false, traces }: Partial<DiagnosticJson>): ConnectionTest => ({
  id,
  ok: success,
  steps: toRows(traces, toStep),
});

type Options = { signal?: AbortSignal | undefined };

/** Whether the test requires a second factor. */
export async function isProofRequired(
  clusterId: string,
  target: TestTarget,
  { signal }: Options = {},
): Promise<boolean> {
  const body = toFactorTarget(target);
  if (!body) return false;
  const json = await call(apiUrl('sites/:clusterId/mfa/required', { clusterId }), { method: 'POST', body, signal });
  return (json as { required?: boolean }).required === true;
}

/** Takes up to half a minute. Also resolves if the connection fails: `ok` is then false. */
export async function testConnection(
  clusterId: string,
  target: TestTarget,
  proof?: MfaProof,
  { signal }: Options = {},
): Promise<ConnectionTest> {
  const body = { resource_kind: target.kind, resource_name: target.name, ...toBody(target), ...toProofBody(proof) };
  const url = apiUrl('sites/:clusterId/diagnostics/connections', { clusterId });
  return toConnectionTest((await call(url, { method: 'POST', body, signal })) as Partial<DiagnosticJson>);
}

/** Undefined for targets that no session MFA protects. */
function toFactorTarget(target: TestTarget): object | undefined {
  const { name } = target;
  switch (target.kind) {
    case 'node':
      return { node: { node_name: name, login: target.login } };
    case 'db': {
      const { protocol, user, database } = target;
      return { database: { service_name: name, protocol, username: user, database_name: database } };
    }
    case 'kube_cluster':
      return { kube: { cluster_name: name } };
    case 'windows_desktop':
      return { windows_desktop: { desktop_name: name, login: target.login } };
    case 'app':
      return undefined;
    default:
      return target satisfies never;
  }
}

function toBody(target: TestTarget): object {
  switch (target.kind) {
    case 'node':
      return { ssh_principal: target.login };
    case 'windows_desktop':
      return { windows_login: target.login };
    case 'app':
      return {};
    case 'db':
      return { database_user: target.user, database_name: target.database };
    case 'kube_cluster': {
      const { namespace, user, groups } = target;
      const impersonation = {
        ...(user !== '' && { kubernetes_user: user }),
        ...(groups.length > 0 && { kubernetes_groups: groups }),
      };
      return { kubernetes_namespace: namespace, kubernetes_impersonation: impersonation };
    }
    default:
      return target satisfies never;
  }
}

function toProofBody(proof: MfaProof | undefined): object {
  if (!proof) return {};
  return { mfa_response: proof.kind === 'code' ? { totp_code: proof.code } : { webauthn_response: proof.assertion } };
}
