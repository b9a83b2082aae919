import { locate, parseYaml } from '../../src/wire/yaml.ts';
import { StartError } from '../launcher/startError.mjs';
import { checkInventory } from './checkInventory.ts';
import type { FileConfig } from './fileConfig.ts';
import type { Problem } from './problem.ts';
import { toProblem } from './problem.ts';
import { isFileConfig } from './validators.ts';

/**
 * Reads the text of a `gateway.yaml`. Whatever is wrong is a StartError `file:line:column: what was expected, what was
 * found`; fields that nobody reads are warnings of the same form.
 */
export function readConfig(file: string, text: string): { config: FileConfig; warnings: string[] } {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new StartError(`${file}:${parsed.line}:${parsed.column}: ${parsed.message}`);
  const config = parsed.value ?? {}; // an empty file says nothing, which is allowed
  const say = ({ path, message }: Problem) => {
    const at = locate(text, path);
    return at ? `${file}:${at.line}:${at.column}: ${message}` : `${file}: ${message}`;
  };
  if (!isFileConfig(config)) {
    const error = isFileConfig.errors?.[0];
    throw new StartError(error ? say(toProblem(error, config)) : `${file}: is not a configuration`);
  }
  const { problem, warnings } = checkInventory(config.inventory ?? []);
  if (problem) throw new StartError(say(problem));
  return { config, warnings: warnings.map(say) };
}
