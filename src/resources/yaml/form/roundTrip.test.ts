// The guarantee of the form: a changed field changes only its own lines, in any YAML style.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tests/support/random.ts';
import { oddYaml } from '../../../../tests/support/oddYaml.ts';
import { sampleAt } from '../../../../tests/support/schemaDocuments.ts';
import { at, isObject } from '../../../lib/json.ts';
import { isSameValue } from '../../../lib/moves.ts';
import { nodeAt, outlineYaml, parseYaml, withValueAt, type YamlNode, type YamlPath } from '../../../wire/yaml.ts';
import { loadSchemas, schemaAt, type LoadedSchema } from '../schema/loadSchemas.ts';
import { writeField } from './useDocumentForm.ts';

const DOCUMENTS = 200;
const SCHEMAS = 'src/schemas';
const kinds = readdirSync(SCHEMAS)
  .filter((file) => file.endsWith('.schema.json') && !file.startsWith('metadata'))
  .map((file) => file.replace('.schema.json', ''));

/** Paths of the fields in the schema, as a form has them: through objects, but not into lists or maps. */
function fieldsOf(schema: LoadedSchema, path: readonly string[] = ['spec']): string[][] {
  const names = Object.keys(schemaAt(schema, path)?.properties ?? {});
  if (names.length === 0 || path.length > 5) return [[...path]];
  return names.flatMap((name) => fieldsOf(schema, [...path, name]));
}

/** A random field, or a part of its value, and a new value for it. */
function change(
  schema: LoadedSchema,
  document: unknown,
  fields: string[][],
  random: Random,
): { path: YamlPath; value: unknown } {
  const field = random.pick(fields);
  const described = schemaAt(schema, field) ?? {};
  const fresh = (): unknown =>
    sampleAt({ files: schema.files, start: { schema: described, file: schema.start.file } }, random, 3);
  const own = at(document, ...field);
  if (Array.isArray(own) && own.length > 0 && random.chance(0.6)) {
    const index = random.below(own.length + 1);
    const kept = random.chance(0.3) ? undefined : (own[0] as unknown);
    return {
      path: field,
      value: kept === undefined && index < own.length ? own.toSpliced(index, 1) : [...own, 'fresh'],
    };
  }
  if (isObject(own) && Object.keys(own).length > 0 && random.chance(0.6))
    return { path: [...field, random.pick(Object.keys(own))], value: random.chance(0.3) ? undefined : 'fresh' };
  return { path: field, value: random.chance(0.2) ? undefined : fresh() };
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
const lineAt = (text: string, offset: number): number => linesOf(text.slice(0, offset)).length - 1;
const isSubsequence = (few: readonly string[], many: readonly string[]): boolean => {
  let i = 0;
  for (const line of many) if (line === few[i]) i++;
  return i === few.length;
};

/** Lines, from 0, that a change of a field may touch: its own, or for a missing field those of its parent. */
function ownLines(text: string, path: YamlPath): Set<number> {
  const bare = text.replace(/^\ufeff/, '');
  const root = outlineYaml(text)!;
  const own = new Set<number>();
  const add = (node: YamlNode): void => {
    const last = lineAt(bare, Math.max(node.end - 1, node.start));
    for (let line = lineAt(bare, node.key?.start ?? node.start); line <= last; line++) own.add(line);
  };
  const names: string[] = [];
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(root, path.slice(0, length));
    if (!node) continue;
    const isWhole = length === path.length;
    if (own.size === 0 && (isWhole || node.style !== 'block' || !node.parts)) add(node);
    // Removing the only part leaves an empty parent, which is written on the parent's own line.
    if (isWhole || (node.parts && [...node.parts.values()].length === 1))
      own.add(lineAt(bare, node.key?.start ?? node.start));
    if (node.anchor !== undefined) names.push(node.anchor);
    if (node.style === 'flow') add(node);
  }
  // An anchor in the changed part moves to its first alias.
  linesOf(bare).forEach(
    (line, i) => names.some((name) => line.includes(`*${name}`) || line.includes(`&${name}`)) && own.add(i),
  );
  return own;
}

describe.each(kinds)('%s', (kind) => {
  test('changing a field changes only its own lines', { timeout: 30_000 }, async () => {
    const schema = await loadSchemas(
      kind,
      JSON.parse(readFileSync(`${SCHEMAS}/${kind}.schema.json`, 'utf8')) as unknown,
    );
    const fields = fieldsOf(schema);
    const random = new Random(kind.length * 7919 + 1);
    let written = 0;
    for (let i = 0; i < DOCUMENTS; i++) {
      const document = sampleAt(schema, random);
      const text = oddYaml(document, random);
      const parsed = parseYaml(text);
      if (!parsed.ok || !isSameValue(parsed.value, document))
        throw new Error(
          `the writer wrote something else:\n${text}\n${JSON.stringify(parsed)}\n${JSON.stringify(document)}`,
        );
      const { path, value } = change(schema, document, fields, random);
      const after = writeField(text, path, value, document)!;
      const [old, young] = [linesOf(text), linesOf(after)];
      const shown = [
        `${path.join('.')} = ${JSON.stringify(value)}`,
        ...old.filter((line) => !young.includes(line)).map((line) => `- ${line}`),
        ...young.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
      ].join('\n');
      const read = parseYaml(after);
      if (!read.ok || !isSameValue(read.value, withValueAt(document, path, value)))
        throw new Error(`something else was written: ${shown}`);
      if (after === text) continue;
      written++;
      const own = ownLines(text, path);
      const kept = linesOf(text).filter((line, n) => !own.has(n) && line !== '');
      if (!isSubsequence(kept, linesOf(after))) throw new Error(`other lines changed: ${shown}`);
      expect(after.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'));
    }
    expect(written).toBeGreaterThan(DOCUMENTS / 3);
  });
});
