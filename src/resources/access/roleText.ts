import { toRole, type Role } from '../../access/role.ts';
import { isObject } from '../../lib/json.ts';
import { parseYaml } from '../../wire/yaml.ts';

/** The role that a text describes; undefined while it cannot be read. */
export function roleOfText(text: string): Role | undefined {
  const parsed = parseYaml(text);
  return parsed.ok && isObject(parsed.value) ? toRole(parsed.value) : undefined;
}
