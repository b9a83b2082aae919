// Documents as text. A long one takes a second to parse, and several to patch.
import { validateRole } from '../../src/access/validateRole.ts';
import { parseYaml, patchYaml, type ParsedYaml, type YamlPath } from '../../src/wire/yaml.ts';
import { badRequest } from '../http/failures.ts';
import type { TaskParts } from './taskParts.ts';

export type YamlChange = { path: YamlPath; value: unknown };

/** Limit of one document, because further processing is outside of the task. */
const VALUES_MAX = 20_000;

export function parseText(_parts: TaskParts, { text }: { text: string }): ParsedYaml {
  const parsed = parseYaml(text);
  if (parsed.ok && countValues(parsed.value, VALUES_MAX) > VALUES_MAX)
    throw badRequest(`a document has at most ${VALUES_MAX} values`);
  return parsed;
}

/** Stops counting above the limit. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value) as unknown[]) {
    count += countValues(inner, most - count);
    if (count > most) break;
  }
  return count;
}

/** Applies changes in order. undefined if the text cannot be parsed. */
export const patchText = (
  _parts: TaskParts,
  { text, changes }: { text: string; changes: readonly YamlChange[] },
): string | undefined =>
  changes.reduce<string | undefined>((now, { path, value }) => now && patchYaml(now, path, value), text);

/** Why the text is not a valid role. undefined if it is. */
export function roleFault(_parts: TaskParts, { text }: { text: string }) {
  const parsed = parseYaml(text);
  return parsed.ok ? validateRole(parsed.value) : { status: 400, message: parsed.message, path: [] };
}
