import { isObject, textAt } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { formatFault } from './formats.ts';
import { follow, type Placed, type Schema, type SchemaFiles, type SchemaObject, type TypeName } from './schema.ts';

/** One part of a document that does not match its schema. */
export type Finding = { path: YamlPath } & (
  | { kind: 'unknown'; knownKeys: readonly string[] }
  | { kind: 'missing'; name: string }
  | { kind: 'type'; expected: readonly TypeName[]; found: unknown }
  | { kind: 'value'; allowed: readonly unknown[]; found: unknown }
  | { kind: 'form'; expected: string; found: unknown }
  | { kind: 'count'; least: number }
  /** A text that its reader cannot parse. */
  | { kind: 'unreadable'; why: string }
  /** A field or a value that older servers do not know, or that only another edition accepts. */
  | { kind: 'newer'; since: string; value?: string }
  | { kind: 'enterprise' }
  /** An optional field that is needed in practice, and why. */
  | { kind: 'needed'; why: string }
);

/** More than a user would read. A foreign document of megabytes would have as many findings. */
const MAX_FINDINGS = 200;

/** Checks a value against a schema. Null counts as an absent value, as it does for the server. */
export function checkSchema(files: SchemaFiles, start: Placed, value: unknown): Finding[] {
  return new Check(files).run(start, value).slice(0, MAX_FINDINGS);
}

class Check {
  #files: SchemaFiles;
  #count = 0;

  constructor(files: SchemaFiles) {
    this.#files = files;
  }

  run(placed: Placed, value: unknown, path: YamlPath = []): Finding[] {
    if (value === null || value === undefined || this.#count > MAX_FINDINGS) return [];
    const parts = this.#applicable(placed, value, path);
    const findings = parts.flatMap(({ schema, file }) =>
      typeof schema === 'boolean' ? [] : this.#checkKeywords(schema, file, value, path),
    );
    if (findings.length === 0 && isObject(value)) findings.push(...this.#fields(parts, value, path));
    if (findings.length === 0 && Array.isArray(value)) findings.push(...this.#items(parts, value, path));
    findings.push(...marksOf(parts, value, path));
    this.#count += findings.length;
    return findings;
  }

  #fits(placed: Placed, value: unknown): boolean {
    return new Check(this.#files).run(placed, value).every(isMark);
  }

  /**
   * The schema itself and all schemas that apply with it to this value: `allOf`, the branch of `if`, the best of
   * `anyOf`.
   */
  #applicable(start: Placed, value: unknown, path: YamlPath): Placed[] {
    const placed = follow(this.#files, start);
    if (!placed || typeof placed.schema === 'boolean') return placed ? [placed] : [];
    const { schema, file } = placed;
    const at = (inner: Schema): Placed => ({ schema: inner, file });
    const branch = schema.if === undefined ? undefined : this.#fits(at(schema.if), value) ? schema.then : schema.else;
    const choice = this.#best((schema.anyOf ?? schema.oneOf ?? []).map(at), value, path);
    return [
      placed,
      ...(schema.allOf ?? []).flatMap((inner) => this.#applicable(at(inner), value, path)),
      ...(branch === undefined ? [] : this.#applicable(at(branch), value, path)),
      ...(choice ? this.#applicable(choice, value, path) : []),
    ];
  }

  /** The first alternative that fits, or else the closest one. */
  #best(choices: readonly Placed[], value: unknown, path: YamlPath): Placed | undefined {
    const judged = choices.map((choice) => {
      const findings = new Check(this.#files).run(choice, value, path).filter((finding) => !isMark(finding));
      return { choice, isOther: findings.some((f) => f.kind === 'type' && f.path.length === path.length), findings };
    });
    const sorted = judged.toSorted(
      (a, b) => Number(a.isOther) - Number(b.isOther) || a.findings.length - b.findings.length,
    );
    const [first] = sorted;
    if (!first?.isOther) return first?.choice;
    // No alternative has the right type, so the message lists all their types.
    const types = sorted.flatMap(({ findings }) => findings.flatMap((f) => (f.kind === 'type' ? f.expected : [])));
    return { schema: { type: [...new Set(types)] }, file: first.choice.file };
  }

  #checkKeywords(schema: SchemaObject, file: string, value: unknown, path: YamlPath): Finding[] {
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (types.length > 0 && !types.some((type) => isOfType(type, value)))
      return [{ kind: 'type', path, expected: types, found: value }];
    const allowed = schema.const === undefined ? schema.enum : [schema.const];
    if (allowed && !allowed.includes(value) && newSince(schema, value) === undefined)
      return [{ kind: 'value', path, allowed, found: value }];
    const expected = formExpected(schema, value);
    if (expected !== undefined) return [{ kind: 'form', path, expected, found: value }];
    const why = typeof value === 'string' ? formatFault(schema.format, value) : undefined;
    if (why !== undefined) return [{ kind: 'unreadable', path, why }];
    if (Array.isArray(value) && value.length < (schema.minItems ?? 0))
      return [{ kind: 'count', path, least: schema.minItems ?? 0 }];
    if (schema.not !== undefined && this.#fits({ schema: schema.not, file }, value))
      return [{ kind: 'form', path, expected: schema['x-expected'] ?? 'something else', found: value }];
    return [];
  }

  #fields(parts: readonly Placed[], value: Readonly<Record<string, unknown>>, path: YamlPath): Finding[] {
    const objects = parts.flatMap(({ schema, file }) => (typeof schema === 'boolean' ? [] : [{ schema, file }]));
    const knownKeys = [...new Set(objects.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
    const isOpen = !objects.some(({ schema }) => schema.properties);
    const missing = objects
      .flatMap(({ schema }) => schema.required ?? [])
      .filter((name) => value[name] === undefined || value[name] === null)
      .map((name): Finding => ({ kind: 'missing', path, name }));
    return missing.concat(
      Object.entries(value).flatMap(([name, inner]): Finding[] => {
        if (this.#count > MAX_FINDINGS) return [];
        const at = [...path, name];
        const schemas = objects.flatMap(({ schema, file }) =>
          schemasOfField(schema, name).map((field) => ({ schema: field, file })),
        );
        const names = objects.flatMap(({ schema, file }) =>
          schema.propertyNames === undefined ? [] : this.run({ schema: schema.propertyNames, file }, name, at),
        );
        if (names.length > 0) return names;
        if (schemas.some(({ schema }) => schema === false) || (schemas.length === 0 && !isOpen))
          return [{ kind: 'unknown', path: at, knownKeys: knownKeys.filter((other) => !(other in value)) }];
        return schemas.flatMap((schema) => this.run(schema, inner, at));
      }),
    );
  }

  #items(parts: readonly Placed[], value: readonly unknown[], path: YamlPath): Finding[] {
    return parts.flatMap(({ schema, file }) => {
      const items = typeof schema === 'boolean' ? undefined : schema.items;
      if (items === undefined) return [];
      return value.flatMap((item, i) => this.run({ schema: items, file }, item, [...path, i]));
    });
  }
}

/** Correct, but worth a note: it blocks nothing. */
const isMark = ({ kind }: Finding): boolean => ['newer', 'enterprise', 'needed'].includes(kind);

/** The first release that accepts a value; undefined if all do, or none. */
const newSince = ({ 'x-newer': newer = {} }: SchemaObject, value: unknown): string | undefined =>
  typeof value === 'string' && Object.hasOwn(newer, value) ? newer[value] : undefined;

function marksOf(parts: readonly Placed[], value: unknown, path: YamlPath): Finding[] {
  return parts.flatMap(({ schema }): Finding[] => {
    if (typeof schema === 'boolean') return [];
    const { 'x-since': since, 'x-enterprise': isEnterprise, 'x-needs': needs = {} } = schema;
    const newValue = newSince(schema, value);
    return [
      ...Object.entries(needs).flatMap(([name, why]): Finding[] => {
        const field = name.split('.');
        return textAt(value, ...field) ? [] : [{ kind: 'needed', path: [...path, ...field], why }];
      }),
      ...(since === undefined ? [] : [{ kind: 'newer', path, since } as const]),
      ...(newValue === undefined ? [] : [{ kind: 'newer', path, since: newValue, value: String(value) } as const]),
      // A default that servers print themselves does not count as use.
      ...(isEnterprise && value !== '' && value !== schema.default ? [{ kind: 'enterprise', path } as const] : []),
    ];
  });
}

/** The schemas for one field. A field that is not listed has the schema for additional properties, if there is one. */
function schemasOfField(schema: SchemaObject, name: string): Schema[] {
  const named = schema.properties && Object.hasOwn(schema.properties, name) ? [schema.properties[name] ?? true] : [];
  const byPattern = Object.entries(schema.patternProperties ?? {}).flatMap(([pattern, field]) =>
    new RegExp(pattern, 'u').test(name) ? [field] : [],
  );
  const found = [...named, ...byPattern];
  return found.length === 0 && schema.additionalProperties !== undefined ? [schema.additionalProperties] : found;
}

function isOfType(type: TypeName, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** The expected form of a text or number of the right type; undefined if it has that form. */
function formExpected(schema: SchemaObject, value: unknown): string | undefined {
  const { pattern, minLength = 0, minimum = -Infinity, maximum = Infinity } = schema;
  const fits =
    typeof value === 'string'
      ? value.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(value))
      : typeof value !== 'number' || (value >= minimum && value <= maximum);
  if (fits) return undefined;
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  if (typeof value === 'number') return maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`;
  return value === '' ? 'some text' : `text that matches ${pattern ?? ''}`;
}
