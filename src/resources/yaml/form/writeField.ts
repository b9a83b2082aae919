import { at, isObject } from '../../../lib/json.ts';
import { parseYaml, patchYaml, withValueAt, type YamlPath } from '../../../wire/yaml.ts';

const isNothing = (value: unknown): boolean =>
  (isObject(value) && Object.keys(value).length === 0) || (Array.isArray(value) && value.length === 0);

/**
 * The text after a field of the form was changed; undefined as value takes it away, and with it the parts around it that
 * it leaves empty, unless the server has them. A text that cannot be read has no fields: undefined.
 */
export function writeField(text: string, path: YamlPath, value: unknown, before: unknown): string | undefined {
  if (value !== undefined) return patchYaml(text, path, value);
  const parsed = parseYaml(text);
  if (!parsed.ok) return undefined;
  if (at(parsed.value, ...path) === undefined) return text;
  const without = withValueAt(parsed.value, path, undefined);
  let length = path.length;
  while (
    length > 1 &&
    isNothing(at(without, ...path.slice(0, length - 1))) &&
    at(before, ...path.slice(0, length - 1)) === undefined
  )
    length--;
  return patchYaml(text, path.slice(0, length), undefined);
}
