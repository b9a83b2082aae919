import { parsePredicate, type Predicate } from '../../src/wire/predicate/query.ts';
import { parseYaml } from '../../src/wire/yaml.ts';

/** The value of a YAML text. Fails on faulty text. */
export function parsedYaml(text: string): unknown {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`${parsed.line}:${parsed.column} ${parsed.message}\n${text}`);
  return parsed.value;
}

/** The predicate of a query. Fails on a faulty query. */
export function parsedPredicate(text: string): Predicate {
  const parsed = parsePredicate(text);
  if (!parsed.ok) throw new Error(`${parsed.message}: ${text}`);
  return parsed.ast;
}
