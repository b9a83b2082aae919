import { parseYaml } from '../../wire/yaml.ts';

/** What a text says; undefined where it cannot be read. */
export function readPlainValue(text: string): unknown {
  const parsed = parseYaml(text);
  return parsed.ok ? parsed.value : undefined;
}
