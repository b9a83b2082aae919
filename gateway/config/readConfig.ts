import { at, isObject } from '../../src/lib/json.ts';
import { documentLines, locate, parseYaml, positionAt } from '../../src/wire/yaml.ts';
import { StartError } from '../launcher/startError.mjs';
import { checkAlerts } from './checkAlerts.ts';
import { checkAssist } from './checkAssist.ts';
import { checkInventory } from './checkInventory.ts';
import { checkSsh } from './checkSsh.ts';
import type { FileConfig } from './fileConfig.ts';
import { readable, toProblem, type Path, type Problem } from './problem.ts';
import { isFileConfig } from './validators.ts';

/** The same mistake in a thousand documents needs no thousand warnings. */
const WARNINGS_MAX = 10;

/**
 * Parses the text of a `gateway.yaml`. Each fault is a StartError `file:line:column: what was expected, what was
 * found`. Unknown fields are warnings of the same form.
 */
export function readConfig(file: string, text: string): { config: FileConfig; warnings: string[] } {
  // Reading a file replaces invalid UTF-8 by this character.
  const broken = text.indexOf('\ufffd');
  if (broken >= 0) {
    const { line, column } = positionAt(text, broken);
    throw new StartError(
      `${file}:${line}:${column}: expected text in UTF-8, found other bytes. Save the file as UTF-8`,
    );
  }
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new StartError(`${file}:${parsed.line}:${parsed.column}: ${parsed.message}`);
  const [, second] = documentLines(text);
  if (second !== undefined)
    throw new StartError(`${file}:${second}:1: a second document begins here. Write all settings into one document`);
  const config = withFactorText(parsed.value ?? {}); // an empty file says nothing, which is allowed
  const report = ({ path, message }: Problem) => {
    const { line, column } = positionOfPath(text, path);
    return `${file}:${line}:${column}: ${message}`;
  };
  const nul = pathOfNul(config);
  if (nul)
    throw new StartError(report({ path: nul, message: `${readable(nul)}: expected text without the character NUL` }));
  if (!isFileConfig(config)) {
    const error = isFileConfig.errors?.[0];
    throw new StartError(error ? report(toProblem(error, config)) : `${file} is not a configuration file`);
  }
  const { problem: inventoryProblem, warnings } = checkInventory(config.inventory ?? []);
  const problem =
    inventoryProblem ?? checkSsh(config) ?? checkAlerts(config.alerts ?? []) ?? checkAssist(config.assist ?? {});
  if (problem) throw new StartError(report(problem));
  const more = warnings.length - WARNINGS_MAX;
  return {
    config,
    warnings: [
      ...warnings.slice(0, WARNINGS_MAX).map(report),
      ...(more > 0 ? [`${file}: and ${more} more problems`] : []),
    ],
  };
}

/** A plain `on` or `off` is a boolean in this YAML dialect. As a second factor it is restored to the word. */
function withFactorText(config: unknown): unknown {
  const factor = at(config, 'auth', 'second_factor');
  if (typeof factor !== 'boolean' || !isObject(config) || !isObject(config['auth'])) return config;
  return { ...config, auth: { ...config['auth'], second_factor: factor ? 'on' : 'off' } };
}

/** The path of a text with NUL, which neither the database nor the system accepts. */
function pathOfNul(value: unknown, path: Path = []): Path | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  const children = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [step, child] of children) {
    const found = pathOfNul(child, [...path, step]);
    if (found) return found;
  }
  return undefined;
}

/** The position in the text. For a missing or generated value, the position of its parent. */
function positionOfPath(text: string, path: Path): { line: number; column: number } {
  return locate(text, path) ?? (path.length > 0 ? positionOfPath(text, path.slice(0, -1)) : { line: 1, column: 1 });
}
