// The schemas describe every field of resource-specs with its type, default and values, and no other fields.
import { describe, expect, test } from 'vitest';
import tables from '../../tests/fixtures/resourceFields.json' with { type: 'json' };
import { describedFields, type DescribedField } from '../../tests/support/describedFields.ts';
import type { SchemaFiles } from '../resources/yaml/schema/schema.ts';

/** A row of the tables. Without `req` the field is optional. */
type Stated = {
  path: string;
  type?: string;
  req?: 'yes' | 'unchecked' | 'conditional' | 'auto' | 'secret';
  default?: unknown;
  values?: readonly unknown[];
  since?: string;
  enterprise?: true;
};
const stated = Object.entries(tables as unknown as Record<string, readonly Stated[]>);

const modules = import.meta.glob<{ default: object }>('./*.schema.json', { eager: true });
const files = new Map(
  Object.entries(modules).map(([name, { default: json }]) => [name.replace('./', ''), json]),
) as SchemaFiles;

/** Kinds without a table: the report of a service about itself only appears in lists (http-resources §6.6). */
const WITHOUT_TABLE = ['db_service'];

/** Deviations of the schema from the table, each with its reason. */
const DEPARTURES: Readonly<Record<string, { what: 'required' | 'values' | 'default'; why: string }>> = {
  'node metadata': { what: 'required', why: 'the server names a node without a name (resource-specs §11)' },
  'node metadata.name': { what: 'required', why: 'the server names a node without a name (resource-specs §11)' },
  'node sub_kind': { what: 'values', why: 'nodes of the kind teleport register themselves (resource-specs §11)' },
  'windows_desktop_service version': { what: 'required', why: 'the server sets it (resource-specs §12)' },
  'trusted_cluster spec.token': { what: 'required', why: 'joining without one fails, which the table puts into words' },
  'trusted_cluster spec.web_proxy_addr': { what: 'required', why: 'joining without one fails, which the table says' },
  'github spec.teams_to_roles[].roles': { what: 'required', why: 'a team without roles lets nobody do anything' },
  'saml spec.force_authn': { what: 'values', why: 'the table’s “empty = no” is a value' },
  'saml spec.mfa.force_authn': { what: 'values', why: 'the same values, with empty for yes' },
  'integration spec.aws_oidc.audience': { what: 'values', why: 'the table’s “empty” is a value' },
  'cluster_auth_preference spec.device_trust.mode': { what: 'values', why: 'the table’s “empty” is a value' },
};
const departs = (kind: string, path: string, what: string): boolean =>
  DEPARTURES[`${kind} ${path}`]?.what === what ||
  // The default version for new documents is a choice between the existing versions.
  (what === 'default' && path === 'version');

const has = (set: ReadonlySet<string>, ...names: string[]) => names.every((name) => set.has(name));
const texts = (field: DescribedField) =>
  has(field.types, 'string') || [...field.values].some((value) => typeof value === 'string');
const isListOf = (field: DescribedField, of: 'string' | 'object') =>
  has(field.types, 'array') && (has(field.itemTypes, of) || (of === 'string' && field.values.size > 0));
const TYPES: Readonly<Record<string, (field: DescribedField) => boolean>> = {
  string: texts,
  boolean: (field) => has(field.types, 'boolean'),
  integer: (field) => has(field.types, 'integer') || field.values.has(0),
  boolopt: (field) => has(field.types, 'boolean') && field.formats.has('tri-state'),
  duration: (field) => field.formats.has('duration'),
  time: (field) => field.formats.has('date-time'),
  strings: (field) => isListOf(field, 'string'),
  objects: (field) => isListOf(field, 'object'),
  strs: (field) => has(field.types, 'string', 'array'),
  object: (field) => has(field.types, 'object'),
  map: (field) => has(field.types, 'object') && field.isMap,
  'dynamic labels': (field) => has(field.types, 'object') && field.isMap,
  labels: (field) => field.formats.has('label-selector'),
  'bool or string': (field) => field.values.has(true) && texts(field),
  'string or int': (field) => field.values.has(0) && texts(field),
};

test('every schema has a table, with named exceptions', () => {
  const kinds = [...files.keys()].map((name) => name.replace('.schema.json', ''));
  expect(kinds.filter((kind) => kind !== 'metadata').toSorted()).toEqual(
    [...stated.map(([kind]) => kind), ...WITHOUT_TABLE].toSorted(),
  );
});

describe.each(stated)('%s', (kind, fields) => {
  const described = new Map(describedFields(files, kind).map((field) => [field.path, field]));
  const pairs = fields.flatMap((field) => {
    const own = described.get(field.path);
    return own ? [{ field, own }] : [];
  });
  const faults = (isWrong: (field: Stated, own: DescribedField) => boolean) =>
    pairs.filter(({ field, own }) => isWrong(field, own)).map(({ field }) => field.path);

  test('has all fields of the table and no others', () => {
    const paths = fields.map(({ path }) => path);
    expect(paths.filter((path) => !described.has(path))).toEqual([]);
    expect([...described.keys()].filter((path) => !paths.includes(path))).toEqual([]);
  });
  test('has the types of the table', () => {
    expect(faults(({ type }, own) => type !== undefined && TYPES[type]?.(own) !== true)).toEqual([]);
  });
  test('has the required fields of the table', () => {
    const wrong = faults(({ path, req }, own) => {
      if (departs(kind, path, 'required')) return false;
      if (req === 'yes') return !own.isRequired;
      return own.isRequired && req !== 'conditional' && req !== 'unchecked';
    });
    expect(wrong).toEqual([]);
  });
  test('has the default values of the table', () => {
    const wrong = faults(
      (field, own) =>
        !departs(kind, field.path, 'default') &&
        JSON.stringify(own.defaults[0]) !== JSON.stringify('default' in field ? field.default : undefined),
    );
    expect(wrong).toEqual([]);
  });
  test('has the allowed values of the table', () => {
    const wrong = faults(({ path, values = [] }, own) => {
      if (departs(kind, path, 'values')) return false;
      return own.values.size !== values.length || values.some((value) => !own.values.has(value));
    });
    expect(wrong).toEqual([]);
  });
  test('marks fields of newer servers, enterprise fields, read-only fields and secrets', () => {
    const under = (path: string, is: (field: Stated) => boolean) =>
      fields.some(
        (field) =>
          is(field) &&
          (path === field.path || /^[.[]/.test(path.slice(field.path.length))) &&
          path.startsWith(field.path),
      );
    expect(faults(({ path }, own) => own.isNewer !== under(path, ({ since }) => since !== undefined))).toEqual([]);
    expect(faults(({ path }, own) => own.isEnterprise !== under(path, (field) => field.enterprise === true))).toEqual(
      [],
    );
    expect(faults(({ path }, own) => own.isReadOnly !== under(path, ({ req }) => req === 'auto'))).toEqual([]);
    expect(faults(({ req, type }, own) => req === 'secret' && type === 'string' && !own.formats.has('secret'))).toEqual(
      [],
    );
  });
});

test('every deviation refers to an existing field', () => {
  const paths = stated.flatMap(([kind, fields]) => fields.map(({ path }) => `${kind} ${path}`));
  expect(Object.keys(DEPARTURES).filter((name) => !paths.includes(name))).toEqual([]);
});
