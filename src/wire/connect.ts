// How the gateway reaches a resource, as set in the console: an extension (docs/contract, http-resources §23). The
// fields are those of `connect` in gateway.yaml (src/schemas/connect.json), with values in place of file names.
import { isObject, type JsonObject } from '../lib/json.ts';

export const CONNECT_KINDS = ['app', 'db', 'kube_cluster', 'windows_desktop'] as const;
export type ConnectKind = (typeof CONNECT_KINDS)[number];

export const isConnectKind = (kind: string): kind is ConnectKind => CONNECT_KINDS.some((item) => item === kind);

/** Maximum characters of one resource's settings as JSON. */
export const CONNECT_MAX_CHARS = 65_536;

/** A secret is text in a request, and `true` in a response. `null` removes it, and an absent secret is kept. */
type SecretJson = string | true | null;

type ViaJson = { via?: string; via_login?: string };
export type DatabaseConnectJson = ViaJson & {
  password?: SecretJson;
  user_map?: Record<string, { user?: string; password?: SecretJson; cert?: string; key?: SecretJson }>;
  tls?: {
    mode?: 'disable' | 'insecure' | 'verify-ca' | 'verify-full';
    ca?: string;
    cert?: string;
    key?: SecretJson;
    server_name?: string;
  };
};
type KubernetesConnectJson = ViaJson & { kubeconfig?: SecretJson; context?: string };
type DesktopConnectJson = ViaJson & {
  vnc?: { user?: string; password?: SecretJson; tls_authority?: string };
  rdp?: { user?: string; password?: SecretJson; domain?: string; fingerprint?: string };
};
export type ConnectValues = {
  app: ViaJson;
  db: DatabaseConnectJson;
  kube_cluster: KubernetesConnectJson;
  windows_desktop: DesktopConnectJson;
};

/**
 * The response. `file`: gateway.yaml sets the resource, and the console cannot change it. `stale`: the address of the
 * resource has changed since the settings were entered. The gateway does not use them, and the secrets must be entered
 * again. `revision` is opaque, and empty without settings. A write with another revision than the current one is
 * refused with 409.
 */
export type ConnectJson<K extends ConnectKind = ConnectKind> = {
  connect: ConnectValues[K];
  source: 'console' | 'file' | 'none';
  stale: boolean;
  revision: string;
};

/** The part of JSON Schema that src/schemas/connect.json uses. */
export type ConnectSchema = {
  type?: string;
  /** The label in the console. */
  title?: string;
  description?: string;
  properties?: Record<string, ConnectSchema>;
  additionalProperties?: boolean | ConnectSchema;
  required?: readonly string[];
  enum?: readonly string[];
  /** Properties that exclude each other: one of them is chosen. */
  'x-one-of'?: readonly string[];
  pattern?: string;
  /** `secret`: never sent back. */
  format?: string;
  /** The length and form of a text. Absent for one line. */
  'x-text'?: 'line' | 'pem' | 'yaml';
  'x-expected'?: string;
  'x-aim'?: boolean;
  'x-file-only'?: boolean;
  'x-inline'?: { name: string; text: 'line' | 'pem' | 'yaml'; secret?: boolean; description: string };
  /** Name of the field in gateway.yaml, if it differs. */
  'x-file'?: string;
};

const LINE = { pattern: '^[^\\u0000-\\u001f\\u007f]{1,300}$', 'x-expected': 'one line of at most 300 characters' };
const SECRET_LINE = { pattern: '^[^\\u0000-\\u001f\\u007f]{1,4096}$', 'x-expected': 'one line that is not empty' };

/** A definition of src/schemas/connect.json with the type that its reader needs. The JSON import has wider types. */
export const toConnectSchema = (json: object): ConnectSchema => json;

/** The schema of the settings that the console can write, derived from the schema of `connect` in gateway.yaml. */
export function toConsoleSchema(schema: ConnectSchema): ConnectSchema {
  const { properties, additionalProperties, required, ...rest } = schema;
  if (!properties && !isObject(additionalProperties)) return toField(schema);
  const fields = Object.entries(properties ?? {}).filter(([, field]) => field['x-file-only'] !== true);
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        fields.map(([name, field]) => {
          const inline = field['x-inline'];
          return [inline?.name ?? name, { ...toConsoleSchema(field), ...(inline && { 'x-file': name }) }];
        }),
      ),
    }),
    ...(required && { required: required.map((name) => properties?.[name]?.['x-inline']?.name ?? name) }),
    additionalProperties: isObject(additionalProperties) ? toConsoleSchema(additionalProperties) : false,
    ...(!properties && { propertyNames: { type: 'string', ...LINE } }),
  };
}

function toField({ 'x-inline': inline, ...field }: ConnectSchema): ConnectSchema {
  const isPlainText = field.type === 'string' && field.pattern === undefined;
  if (!inline) return isPlainText ? { ...field, ...LINE } : field;
  const { text, secret = false, description } = inline;
  return {
    type: 'string',
    ...(field.title !== undefined && { title: field.title }),
    description,
    ...(text === 'line' ? SECRET_LINE : { minLength: 1 }),
    ...(secret && { format: 'secret' }),
    ...(field['x-aim'] && { 'x-aim': true }),
    'x-text': text,
  };
}

export type ConnectField = { path: readonly string[]; schema: ConnectSchema; value: unknown };

/** Every value in the settings that the schema knows, with its path. */
export function connectFields(schema: ConnectSchema, value: unknown, path: readonly string[] = []): ConnectField[] {
  const { properties, additionalProperties } = schema;
  if (!properties && !isObject(additionalProperties)) return [{ path, schema, value }];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = fieldOf(schema, key);
    return field ? connectFields(field, inner, [...path, key]) : [];
  });
}

/** The settings with every value that the schema knows changed. Undefined removes the value. Unknown values stay. */
export function mapConnect(
  schema: ConnectSchema,
  value: unknown,
  change: (field: ConnectSchema, value: unknown) => unknown,
  nameOf: (field: ConnectSchema, name: string) => string = (_, name) => name,
): unknown {
  const { properties, additionalProperties } = schema;
  if (!properties && !isObject(additionalProperties)) return change(schema, value);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const field = fieldOf(schema, key);
      const changed = field ? mapConnect(field, inner, change, nameOf) : inner;
      return changed === undefined ? [] : [[field ? nameOf(field, key) : key, changed]];
    }),
  ) satisfies JsonObject;
}

function fieldOf({ properties = {}, additionalProperties }: ConnectSchema, key: string): ConnectSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key];
  return isObject(additionalProperties) ? additionalProperties : undefined;
}
