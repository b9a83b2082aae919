// Compares the shape of two JSON values: finds in the second what would break a client that reads the first.
import { isObject } from '../../src/lib/json.ts';

/** Objects that map data to data: their keys do not belong to the shape. */
const MAPS: ReadonlySet<string> = new Set(['labels', 'server_labels']);

/**
 * Fields that newer servers send in addition to the recorded one (http-auth §15), and ours (gateway/DIFFERENCES.md).
 */
const ADDITIONS: ReadonlySet<string> = new Set(['residentKey', 'posternAcl', 'setupKey']);

/** One sentence for each difference. Lists are compared by the merged keys of their elements. */
export function shapeFaults(expected: unknown, found: unknown, at = '$'): string[] {
  if (Array.isArray(expected) && Array.isArray(found)) {
    if (expected.length === 0 || found.length === 0) return [];
    return shapeFaults(merged(expected), merged(found), `${at}[]`);
  }
  if (isObject(expected) && isObject(found)) {
    return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((key) => {
      if (!(key in found)) return [`${at}.${key} is missing`];
      if (!(key in expected)) return ADDITIONS.has(key) ? [] : [`${at}.${key} is not expected`];
      return MAPS.has(key) ? [] : shapeFaults(expected[key], found[key], `${at}.${key}`);
    });
  }
  const [wanted, had] = [kindOf(expected), kindOf(found)];
  // Some elements of a list have a value and some have none. Which ones does not belong to the shape.
  const either = at.includes('[]') && (wanted === 'null' || had === 'null');
  return wanted === had || either ? [] : [`${at} is ${had}, expected ${wanted}`];
}

/** One value with all the keys that any of the values has. */
function merged(values: readonly unknown[]): unknown {
  const given = values.filter((value) => value !== null && value !== undefined);
  if (given.length === 0) return null;
  if (given.every(Array.isArray)) return given.flat();
  if (!given.every(isObject)) return given[0];
  const keys = new Set(given.flatMap((value) => Object.keys(value)));
  return Object.fromEntries([...keys].map((key) => [key, merged(given.map((value) => value[key]))]));
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value);
