// Connection settings from the console, in the form that the gateway uses (docs/configuration.md).
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

/** The schema of the settings that the console may change. */
export const CONSOLE_SCHEMAS = Object.fromEntries(
  Object.entries(schemas.definitions).map(([kind, json]) => [kind, toConsoleSchema(toConnectSchema(json))]),
) as Readonly<Record<ConnectKind, ConnectSchema>>;

const isSecret = ({ format }: ConnectSchema): boolean => format === 'secret';

type Document = Pick<ResourceDocument, 'spec'> & { kind: ConnectKind };

/** The parts of a document that decide the target of a connection, and its trust. */
const ADDRESS: Readonly<Record<ConnectKind, (spec: ResourceDocument['spec']) => unknown>> = {
  app: (spec) => originOf(textAt(spec, 'uri')),
  db: ({ protocol, uri, tls, ca_cert }) => [protocol, uri, tls, ca_cert],
  kube_cluster: ({ kubeconfig }) => kubeconfig,
  windows_desktop: ({ addr }) => addr,
};

const originOf = (uri: string) => (URL.canParse(uri) ? new URL(uri).origin : uri);

/**
 * The target that settings are bound to: the address in the document, the jump server, and the trust settings. Secrets
 * and the jump server are only for this target, even if a user changes the document in any way. It is a hash, because a
 * document may contain secrets too.
 */
export function aimOf({ kind, spec }: Document, connect: JsonObject, through: string): string {
  const aims = connectFields(CONSOLE_SCHEMAS[kind], connect)
    .filter(({ schema }) => schema['x-aim'] === true)
    .map(({ path, value }): [string, unknown] => [path.join('.'), value]);
  const whole = sorted([ADDRESS[kind](spec), Object.fromEntries(aims), through]);
  return createHash('sha256').update(JSON.stringify(whole)).digest('base64url');
}

/** Marks a secret that must not be used. Settings cannot contain NUL. */
const ELSEWHERE = '\0';

/** Whether secrets or a jump server were entered for another address than the current one. */
export const isStale = (document: Document, { connect, through, aim }: StoredConnect): boolean =>
  (through !== '' || secretsOf(document.kind, connect).length > 0) && aimOf(document, connect, through) !== aim;

/**
 * The current connection settings of the resource. Stale settings prevent connections, with a message about the reason.
 */
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

/** The login on the jump server. */
export const loginThrough = (connect: JsonObject): string => textAt(connect, 'via_login') || userInfo().username;

/** The settings for clients. */
export const withoutSecrets = (kind: ConnectKind, connect: JsonObject): unknown =>
  mapConnect(CONSOLE_SCHEMAS[kind], connect, (field, value) => (isSecret(field) ? true : value));

/** Paths of the stored secrets. */
const secretsOf = (kind: ConnectKind, connect: unknown): (readonly string[])[] =>
  connectFields(CONSOLE_SCHEMAS[kind], connect)
    .filter(({ schema, value }) => isSecret(schema) && typeof value === 'string')
    .map(({ path }) => path);

/**
 * The sent settings with the stored secrets that they omit. A secret is kept only together with its surrounding
 * settings: without `tls` the key in it is dropped. `kept`: paths of the kept secrets.
 */
export function keepSecrets(
  kind: ConnectKind,
  sent: JsonObject,
  stored: JsonObject,
): { connect: unknown; kept: (readonly string[])[] } {
  const keptPaths = secretsOf(kind, stored).filter((path) => {
    const around = at(sent, ...path.slice(0, -1));
    const sentValue = at(sent, ...path);
    return isObject(around) && (sentValue === true || !Object.hasOwn(around, path.at(-1) ?? ''));
  });
  const clean = mapConnect(CONSOLE_SCHEMAS[kind], sent, (_, value) => value ?? undefined);
  return {
    connect: keptPaths.reduce<unknown>((result, path) => withValueAt(result, path, at(stored, ...path)), clean),
    kept: keptPaths,
  };
}

/** Sorts keys, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
