import { hostname, userInfo } from 'node:os';
import { toDocument } from './checkInventory.ts';
import type { FileConfig, FileNode } from './fileConfig.ts';
import { durationMs } from './durationMs.ts';
import { readTextFile, resolvePath } from './files.ts';
import { parseTunnelAddress } from './hostAddress.ts';
import { fileSource } from './textSource.ts';
import { toConnect } from './toConnect.ts';
import { toSshConnect } from './toSshConnect.ts';
import {
  AUTH_KEYS,
  type AssistConfig,
  type AuthConfig,
  type GatewayConfig,
  type ModelConfig,
  type ThisNode,
} from './settings.ts';

const COMMAND_PERIOD_DEFAULT_MS = 60_000;
/** A working day: certificates cannot be revoked. */
const CERTIFICATE_TTL_DEFAULT_MS = 8 * 3600_000;
/** OWASP ASVS 2.1.1. */
const PASSWORD_MIN_DEFAULT = 12;
/** A year, as rules for card payments and health data require. Without a limit the log would fill the disk. */
const AUDIT_RETENTION_DEFAULT = '365d';

const ASSIST_RETENTION_DEFAULT = '365d';
/** A model on the processor of a small machine takes this long for its first word. */
const MODEL_TIMEOUT_DEFAULT_MS = 60_000;

/** Text of recordings for the search. The index takes about half as much in addition. */
const TEXT_SIZE_DEFAULT = '1GB';

/** Fills in the defaults of a validated file. Relative paths start at `directory`. */
export function toGatewayConfig(file: FileConfig, directory: string): GatewayConfig {
  return {
    clusterName: file.cluster_name ?? hostname(),
    auth: toAuth(file.auth ?? {}),
    authInFile: AUTH_KEYS.filter((key) => file.auth?.[key] !== undefined),
    sessions: { recorded: true, idleTimeoutMs: 0, idleMessage: '', endWithSignIn: false, factorEach: false },
    alerts: (file.alerts ?? []).map(({ severity = 'low', ...alert }) => ({ ...alert, severity: SEVERITY[severity] })),
    admin: { name: file.admin?.name ?? 'admin', logins: file.admin?.logins ?? [userInfo().username] },
    ...(file.node !== false && { node: toNode(file.node ?? {}) }),
    inventory: (file.inventory ?? []).map((item) => ({
      document: toDocument(item),
      connect: toConnect(item.kind, item.connect ?? {}, fileSource(directory), directory),
    })),
    ssh: {
      anyHost: file.ssh?.any_host ?? false,
      ...(file.ssh?.source_addresses && { sourceAddresses: file.ssh.source_addresses }),
      ...toSshConnect(file.ssh ?? {}, directory),
    },
    ...toTunnels(file.ssh ?? {}),
    recordings: {
      ...toRetention(file.recordings?.retention ?? 'never'),
      search: toTextLimits(file.recordings?.search),
    },
    audit: toRetention(file.audit?.retention ?? AUDIT_RETENTION_DEFAULT),
    ...(file.ui?.scrollback_lines !== undefined && { scrollbackLines: file.ui.scrollback_lines }),
    integrations: { aws: toAwsEndpoints(file.integrations?.aws) },
    assist: toAssist(file.assist ?? {}, directory),
  };
}

function toTunnels({ tunnel_listen = '', tunnel_public_addr = '' }: NonNullable<FileConfig['ssh']>) {
  const listen = parseTunnelAddress(tunnel_listen);
  const publicAddress = parseTunnelAddress(tunnel_public_addr);
  return listen ? { tunnels: { listen, ...(publicAddress && { publicAddress }) } } : {};
}

/** http-auth §11.3. */
const SEVERITY = { low: 0, medium: 5, high: 10 } as const;

const toAwsEndpoints = ({
  sts_endpoint,
  rds_endpoint,
}: NonNullable<FileConfig['integrations']>['aws'] = {}): GatewayConfig['integrations']['aws'] => ({
  ...(sts_endpoint !== undefined && { sts: sts_endpoint }),
  ...(rds_endpoint !== undefined && { rds: rds_endpoint }),
});

const toRetention = (retention: string): { retentionMs?: number } =>
  retention === 'never' ? {} : { retentionMs: durationMs(retention) };

const MEGABYTE = 1_000_000;

const toTextLimits = ({
  size = TEXT_SIZE_DEFAULT,
  retention = 'never',
}: NonNullable<FileConfig['recordings']>['search'] = {}) => ({
  maxChars: Number.parseInt(size, 10) * (size.endsWith('GB') ? 1000 : 1) * MEGABYTE,
  ...toRetention(retention),
});

const toAuth = (auth: NonNullable<FileConfig['auth']>): AuthConfig => ({
  secondFactor: auth.second_factor ?? 'otp',
  passwordless: auth.passwordless ?? true,
  headless: true,
  motd: auth.motd ?? '',
  local: auth.local ?? true,
  connector: auth.connector ?? 'local',
  idleTimeoutMs: auth.idle_timeout === undefined ? 0 : durationMs(auth.idle_timeout),
  recoveryCodes: auth.recovery_codes ?? false,
  certificateTtlMs: auth.certificate_ttl === undefined ? CERTIFICATE_TTL_DEFAULT_MS : durationMs(auth.certificate_ttl),
  passwordMin: auth.password_min ?? PASSWORD_MIN_DEFAULT,
});

const toNode = (node: FileNode): ThisNode => ({
  name: node.name ?? hostname(),
  labels: node.labels ?? {},
  ownAccount: node.own_account ?? true,
  commands: Object.fromEntries(
    Object.entries(node.commands ?? {}).map(([label, { command, period }]) => [
      label,
      { command, periodMs: period === undefined ? COMMAND_PERIOD_DEFAULT_MS : durationMs(period) },
    ]),
  ),
});

function toAssist(assist: NonNullable<FileConfig['assist']>, directory: string): AssistConfig {
  const { base_url: baseUrl, model } = assist;
  return {
    enabled: assist.enabled ?? true,
    ...(baseUrl !== undefined && model !== undefined && { model: toModel({ ...assist, baseUrl, model }, directory) }),
    messagesPerMinute: assist.messages_per_minute ?? 20,
    messagesPerDay: assist.messages_per_day ?? 200,
    tokensPerDay: assist.tokens_per_day ?? 500_000,
    ...toRetention(assist.retention ?? ASSIST_RETENTION_DEFAULT),
  };
}

function toModel(
  assist: NonNullable<FileConfig['assist']> & { baseUrl: string; model: string },
  directory: string,
): ModelConfig {
  const keyFile = assist.api_key_file && resolvePath(directory, assist.api_key_file);
  return {
    baseUrl: assist.baseUrl.replace(/(?<!\/)\/+$/, ''),
    model: assist.model,
    ...(keyFile && { apiKey: readTextFile('assist.api_key_file', keyFile).trim() }),
    timeoutMs: assist.timeout === undefined ? MODEL_TIMEOUT_DEFAULT_MS : durationMs(assist.timeout),
    maxOutputTokens: assist.max_output_tokens ?? 2000,
  };
}
