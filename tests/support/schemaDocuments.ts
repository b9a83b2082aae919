// Documents as users might write them, generated from a schema: random values of the shapes that it describes.
import { isObject } from '../../src/lib/json.ts';
import type { LoadedSchema } from '../../src/resources/yaml/schema/loadSchemas.ts';
import { follow, type Placed, type SchemaFiles, type SchemaObject } from '../../src/resources/yaml/schema/schema.ts';
import type { Random } from './random.ts';

const WORDS = [
  ...[
    'prod',
    'dev',
    'ops',
    'web-1',
    '*',
    '^eu-.*$',
    '{{internal.logins}}',
    '{{external["my key"]}}',
    'no',
    '0644',
    '12:30',
  ],
  ...['2030-01-01T00:00:00Z', 'a: b', '- dash', '# hash', 'comma, here', '[x]', '{y}', "it's", '"quoted"', 'trailing '],
  ...[
    'Łódź',
    'مرحبا',
    '日本語',
    '🚀 go',
    'a\u200bb',
    '~',
    'null',
    '%x',
    '@at',
    '`tick`',
    '!bang',
    '&amp',
    '*star',
    '? q',
    '|',
    '>',
  ],
];
const LINES = ['one line\nand another', 'ends in a break\n', 'first\n\nthird\n', '  indented\nless\n', 'tab\there\nx'];
const LONG = 'lorem ipsum dolor sit amet '.repeat(12).trim();

/** All schemas that apply to one field: references and parts, and one of each choice. */
function partsOf(files: SchemaFiles, start: Placed, random: Random): SchemaObject[] {
  const found = follow(files, start);
  if (!found || typeof found.schema === 'boolean') return [];
  const { schema, file } = found;
  const inner = [...(schema.allOf ?? [])];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) inner.push(random.pick(choice));
  return [schema, ...inner.flatMap((part) => partsOf(files, { schema: part, file }, random))];
}

function text(random: Random): string {
  const roll = random.below(20);
  if (roll === 0) return LONG;
  if (roll === 1) return random.pick(LINES);
  if (roll === 2) return '';
  return random.pick(WORDS);
}

/** A value that the schema roughly describes, of limited depth. */
export function sampleAt({ files, start }: LoadedSchema, random: Random, depth = 0): unknown {
  const parts = partsOf(files, start, random);
  const here = (schema: SchemaObject['items'] & {}): LoadedSchema => ({ files, start: { schema, file: start.file } });
  const fixed = parts.find((part) => part.const !== undefined)?.const;
  if (fixed !== undefined) return fixed;
  const choices = parts.find((part) => part.enum)?.enum;
  if (choices) return random.pick(choices);
  const types = [parts.find((part) => part.type !== undefined)?.type ?? []].flat();
  const type = types.length > 0 ? random.pick(types) : undefined;
  const fields = Object.entries(Object.assign({}, ...parts.map((part) => part.properties ?? {})) as object);
  const required = parts.flatMap((part) => part.required ?? []);
  if (type === 'object' || (type === undefined && fields.length > 0)) {
    const own = fields
      .filter(([key]) => required.includes(key) || (depth < 7 && random.below(10) < (depth < 3 ? 6 : 3)))
      .map(([key, schema]) => [key, sampleAt(here(schema as SchemaObject), random, depth + 1)] as const);
    const others = parts.find((part) => isObject(part.additionalProperties))?.additionalProperties;
    const keys = ['env', 'team', 'teleport.dev/origin', 'region', '*', 'on', 'with space'];
    const free = isObject(others)
      ? Array.from(
          { length: random.below(4) },
          () => [random.pick(keys), sampleAt(here(others), random, depth + 1)] as const,
        )
      : [];
    return Object.fromEntries([...own, ...free]);
  }
  if (type === 'array') {
    const items = parts.find((part) => part.items !== undefined)?.items ?? { type: 'string' as const };
    return Array.from({ length: random.below(4) }, () => sampleAt(here(items), random, depth + 1));
  }
  if (type === 'boolean') return random.below(2) === 0;
  if (type === 'integer' || type === 'number') return random.below(100);
  return text(random);
}
