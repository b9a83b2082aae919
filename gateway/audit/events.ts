// Fields of the audit events that this gateway writes, by event name. Add an event here before emitting it. The codes
// are those of src/wire/auditEvents.json.
import type { LockTargets } from '../../src/wire/locks.ts';
import type { AppAuditEvents } from './appEvents.ts';
import type { AssistAuditEvents } from './assistEvents.ts';
import type { DatabaseAuditEvents } from './databaseEvents.ts';
import type { DesktopAuditEvents } from './desktopEvents.ts';
import type { KubernetesAuditEvents } from './kubernetesEvents.ts';
import type { SessionAuditEvents } from './sessionEvents.ts';
import type { MergedCount } from './UserRefusals.ts';

/** The time of things that never expire. */
export const NEVER = '0001-01-01T00:00:00Z' as const;

/** The user of the gateway's own actions. */
export const SYSTEM_USER = 'system';
export const isSystemUser = (name: string): boolean => name.toLowerCase() === SYSTEM_USER;

type Subject = {
  /** The user who did it. */
  user: string;
};

export type AuditEvents = SessionAuditEvents &
  AppAuditEvents &
  AssistAuditEvents &
  DatabaseAuditEvents &
  DesktopAuditEvents &
  KubernetesAuditEvents & {
    'user.login': LocalSignIn | ProvidedSignIn;
    /** A web session or a command line's certificate: the user, the address, and the expiry. */
    'cert.create': {
      cert_type: 'user';
      identity: {
        user: string;
        roles: readonly string[];
        traits: Readonly<Record<string, readonly string[]>>;
        /** OS accounts that the certificate of a command line opens. */
        logins?: readonly string[];
        expires: string;
        client_ip: string;
        teleport_cluster: string;
        route_to_cluster: string;
        prev_identity_expires: string;
      };
    };
    'user.create': Subject & AccountChange;
    'user.update': Subject & AccountChange;
    'user.delete': Subject & NamedDocument;
    'user.password_change': Subject;
    'mfa.add': Subject & MfaDevice;
    'mfa.delete': Subject & MfaDevice;
    'reset_password_token.create': Subject & TokenIssued;
    'recovery_code.generated': Subject;
    'recovery_code.used': Subject &
      ({ code: 'T1009I'; success: true } | ({ code: 'T1009W'; success: false; error: string } & MergedCount));
    'privilege_token.create': Subject & TokenIssued;
    'role.created': Subject & NamedDocument;
    'role.deleted': Subject & NamedDocument;
    'github.created': Subject & NamedDocument;
    'github.deleted': Subject & NamedDocument;
    'oidc.created': Subject & NamedDocument;
    'oidc.deleted': Subject & NamedDocument;
    'trusted_cluster.create': Subject & NamedDocument;
    'trusted_cluster.delete': Subject & NamedDocument;
    'integration.create': Subject & NamedDocument & { sub_kind: string };
    'integration.update': Subject & NamedDocument & { sub_kind: string };
    'integration.delete': Subject & NamedDocument & { sub_kind: string };
    'app.create': Subject & ExpiringNamed & AppFacts;
    'app.update': Subject & ExpiringNamed & AppFacts;
    'app.delete': Subject & ExpiringNamed;
    'db.create': Subject & ExpiringNamed & DatabaseFacts;
    'db.update': Subject & ExpiringNamed & DatabaseFacts;
    'db.delete': Subject & ExpiringNamed;
    'kube.create': Subject & ExpiringNamed & { kube_labels: Labels };
    'kube.update': Subject & ExpiringNamed & { kube_labels: Labels };
    'kube.delete': Subject & ExpiringNamed;
    /** An extension. `settings`: the names of the settings, without values. */
    'postern.connect.update': Subject & { name: string; resource_kind: string; settings: readonly string[] };
    'postern.connect.delete': Subject & { name: string; resource_kind: string };
    'auth_preference.update': Subject;
    'session_recording_config.update': Subject;
    'cluster_networking_config.update': Subject;
    'lock.created': Subject & NamedDocument & { updated_by: string; target: LockTargets };
    'lock.deleted': Subject & NamedDocument;
    /** A token that lets another cluster trust this one. */
    'trusted_cluster_token.create': Subject & { expires: typeof NEVER };
    'instance.join': Subject & {
      code: 'TJ002I';
      success: true;
      node_name: string;
      host_id: string;
      role: string;
      method: string;
      token_name: string;
    };
    'join_token.create': Subject & { name: string; expires: string; roles: readonly string[]; join_method: string };
    'access_request.search': Subject & {
      resource_type: string;
      namespace: 'default';
      search_as_roles: readonly string[];
    };
  };

type LocalSignIn = MergedCount & {
  code: 'T1000I' | 'T1000W';
  /** The submitted name. Absent if there was none. */
  user?: string;
  method: 'local';
  success: boolean;
  error?: string;
  /** Absent if the event covers refusals of several addresses. */
  'addr.remote'?: string;
  mfa_device?: MfaDevice;
};

/** Through an identity provider. A refused sign-in has no user. */
type ProvidedSignIn = {
  method: 'github' | 'oidc';
  'addr.remote': string;
} & (
  | { code: 'T1001I'; success: true; user: string; attributes: Readonly<Record<string, unknown>> }
  | ({ code: 'T1001W'; success: false; error: string; message: string } & MergedCount)
);

type Labels = Readonly<Record<string, string>>;
type AppFacts = { app_uri: string; app_public_addr: string; app_labels: Labels };
type DatabaseFacts = { db_protocol: string; db_uri: string; db_labels: Labels };
/** `expires`: the expiry of the document. */
type ExpiringNamed = { name: string; expires: string };
type NamedDocument = { name: string; expires: typeof NEVER };
/** `connector`: the source of the account. */
type AccountChange = { name: string; roles: readonly string[]; connector: string; expires: string };
type MfaDevice = { mfa_device_name: string; mfa_device_type: 'TOTP' | 'WebAuthn'; mfa_device_uuid: string };
type TokenIssued = { name: string; expires: string; ttl: string };
