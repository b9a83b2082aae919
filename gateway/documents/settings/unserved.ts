import { isObject } from '../../../src/lib/json.ts';

/**
 * The first field of a settings document that would have no effect here. It is refused, so that users do not mistake it
 * for a working setting. Empty values and those of `harmless`, which match the fixed behaviour, are allowed.
 */
export function unservedField(
  spec: unknown,
  served: ReadonlySet<string>,
  harmless: Readonly<Record<string, readonly unknown[]>>,
  at = '',
): string | undefined {
  if (!isObject(spec)) return undefined;
  for (const [key, value] of Object.entries(spec)) {
    const path = at === '' ? key : `${at}.${key}`;
    if (served.has(path) || isEmpty(value) || harmless[path]?.includes(value)) continue;
    if (!isObject(value)) return `spec.${path}`;
    const inner = unservedField(value, served, harmless, path);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
