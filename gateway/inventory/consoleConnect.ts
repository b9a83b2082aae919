// Connection settings that were set in the console, as the gateway uses them (docs/configuration.md).
import { createHash } from 'node:crypto';
import { userInfo } from 'node:os';
import { at, isObject, textAt, type JsonObject } from '../../src/lib/json.ts';
import schemas from '../../src/schemas/connect.json' with { type: 'json' };
import {
  connectFields,
  mapConnect,
  toConnectSchema,
  toConsoleSchema,
  type ConnectKind,
  type ConnectSchema,
} from '../../src/wire/connect.ts';
import { withValueAt } from '../../src/wire/yaml.ts';
import type { FileInventoryItem } from '../config/fileConfig.ts';
import type { Connect, ResourceDocument } from '../config/settings.ts';
import { toConnect } from '../config/toConnect.ts';
import type { StoredConnect } from '../store/connectSettings.ts';

/** The schema of what the console may set. */
export const CONSOLE_SCHEMAS = Object.fromEntries(
  Object.entries(schemas.definitions).map(([kind, json]) => [kind, toConsoleSchema(toConnectSchema(json))]),
) as Readonly<Record<ConnectKind, ConnectSchema>>;

const isSecret = ({ format }: ConnectSchema): boolean => format === 'secret';

type Document = Pick<ResourceDocument, 'spec'> & { kind: ConnectKind };

/** What of a document decides where a connection ends, and who is believed there. */
const ADDRESS: Readonly<Record<ConnectKind, (spec: ResourceDocument['spec']) => unknown>> = {
  app: (spec) => originOf(textAt(spec, 'uri')),
  db: ({ protocol, uri, tls, ca_cert }) => [protocol, uri, tls, ca_cert],
  kube_cluster: ({ kubeconfig }) => kubeconfig,
  windows_desktop: ({ addr }) => addr,
};

const originOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).origin : uri);

/**
 * What settings are bound to: the address in the document, the server in between, and what says whom to believe. Secrets
 * and the server in between are for this and nothing else, whoever changes the document, and however. A hash, as a
 * document may have secrets too.
 */
export function aimOf({ kind, spec }: Document, connect: JsonObject, through: string): string {
  const aims = connectFields(CONSOLE_SCHEMAS[kind], connect)
    .filter(({ schema }) => schema['x-aim'] === true)
    .map(({ path, value }): [string, unknown] => [path.join('.'), value]);
  const whole = sorted([ADDRESS[kind](spec), Object.fromEntries(aims), through]);
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url');
}

/** Stands for a secret that must not be used; no setting can have a NUL. */
const ELSEWHERE = '\0';

/** Whether secrets or a server in between were given for another address than the document has now. */
export const isStale = (document: Document, { connect, through, aim }: StoredConnect): boolean =>
  (through !== '' || secretsOf(document.kind, connect).length > 0) && aimOf(document, connect, through) !== aim;

/** How the gateway reaches the resource now. Stale settings let nobody connect, with a message that says why. */
export function connectOf(document: Document, stored: StoredConnect): Connect {
  const { kind } = document;
  const schema = CONSOLE_SCHEMAS[kind];
  const stale = isStale(document, stored);
  const withFileNames = mapConnect(
    schema,
    stored.connect,
    (field, value) => (stale && isSecret(field) ? ELSEWHERE : value),
    (field, name) => field['x-file'] ?? name,
  );
  const connect = toConnect(
    kind,
    withFileNames as NonNullable<FileInventoryItem['connect']>, // checked when it was stored
    (text) => (text === ELSEWHERE ? { elsewhere: true } : { text }),
    '/',
  );
  if (!('through' in connect)) return connect;
  return { ...connect, through: { ...connect.through, server: stored.through, ...(stale && { elsewhere: true }) } };
}

/** Login on the server in between. */
export const loginThrough = (connect: JsonObject): string => textAt(connect, 'via_login') || userInfo().username;

/** As it is sent back. */
export const withoutSecrets = (kind: ConnectKind, connect: JsonObject): unknown =>
  mapConnect(CONSOLE_SCHEMAS[kind], connect, (field, value) => (isSecret(field) ? true : value));

/** Paths of the secrets that are set. */
const secretsOf = (kind: ConnectKind, connect: unknown): (readonly string[])[] =>
  connectFields(CONSOLE_SCHEMAS[kind], connect)
    .filter(({ schema, value }) => isSecret(schema) && typeof value === 'string')
    .map(({ path }) => path);

/**
 * What was sent, with the stored secrets that it does not mention. A secret stays only where the settings around it do:
 * without `tls` the key in it goes. `kept`: paths of these.
 */
export function keepSecrets(
  kind: ConnectKind,
  sent: JsonObject,
  stored: JsonObject,
): { connect: unknown; kept: (readonly string[])[] } {
  const kept = secretsOf(kind, stored).filter((path) => {
    const around = at(sent, ...path.slice(0, -1));
    const given = at(sent, ...path);
    return isObject(around) && (given === true || !Object.hasOwn(around, path.at(-1) ?? ''));
  });
  const clean = mapConnect(CONSOLE_SCHEMAS[kind], sent, (_, value) => value ?? undefined);
  return { connect: kept.reduce<unknown>((left, path) => withValueAt(left, path, at(stored, ...path)), clean), kept };
}

/** With keys in order, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
