import type { DocumentForm, DocumentInput, FormSection } from '../../../descriptors/documentTypes.ts';
import { isObject, wordOf } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { pathText, type Problem } from '../problems/problem.ts';
import { inputKind, fits } from './inputKind.ts';
import { schemaAt, type LoadedSchema } from '../schema/loadSchemas.ts';

export const stepsOf = ({ path }: Pick<DocumentInput, 'path'>): readonly string[] => path.split('.');

/** The schema of the value at a path of a document. For an item, the schema of each item. */
export const describedAt = (schema: LoadedSchema, path: YamlPath) =>
  schemaAt(
    schema,
    path.map((step) => (typeof step === 'number' ? '[]' : step)),
  );

export const kindAt = (schema: LoadedSchema, path: YamlPath) =>
  inputKind(describedAt(schema, path), describedAt(schema, [...path, 0]));

const NAME: DocumentInput = { path: 'metadata.name', label: 'Name', help: 'It cannot be changed later.' };

/** The shown sections. The name can be entered only for a new document. */
export const sectionsOf = ({ sections }: DocumentForm, isNew: boolean): readonly FormSection[] => {
  if (!isNew) return sections;
  const [first, ...others] = sections;
  return [{ ...first, inputs: [NAME, ...first.inputs] }, ...others];
};

const isPartOf = (path: string, dotted: string): boolean =>
  dotted === path || dotted.startsWith(`${path}.`) || dotted.startsWith(`${path}[`);

/** The problems of the value at a path, and of its parts unless `exact` is set. */
export const problemsAt = (problems: readonly Problem[], path: string, exact = false): readonly Problem[] =>
  problems.filter((problem) => {
    const dotted = pathText(problem.path);
    return exact ? dotted === path : isPartOf(path, dotted);
  });

/**
 * The problem to show at a field: what the server would reject comes first. Notes appear only in the list of problems.
 */
export function faultOf(problems: readonly Problem[], path: string, exact = false): Problem | undefined {
  const all = problemsAt(problems, path, exact);
  return (['error', 'warning'] as const).flatMap((worst) => all.find(({ severity }) => severity === worst) ?? [])[0];
}

/** The input that shows a path, or a part of it. */
export const inputFor = (sections: readonly FormSection[], path: YamlPath): DocumentInput | undefined => {
  const dotted = pathText(path);
  return sections.flatMap(({ inputs }) => inputs).find((input) => isPartOf(input.path, dotted));
};

/** Fields of every document: those that the page shows, and those that the server counts up. */
const ENVELOPE = ['kind', 'version', 'sub_kind', 'metadata.name', 'metadata.id', 'metadata.revision'];

const isFilled = (value: unknown): boolean =>
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0) &&
  !(isObject(value) && Object.keys(value).length === 0);

/** Filled fields of the document that no input shows. They can be changed only in the text. */
export function onlyInText(
  sections: readonly FormSection[],
  schema: LoadedSchema,
  document: unknown,
): readonly YamlPath[] {
  const formPaths = new Set(sections.flatMap(({ inputs }) => inputs.map(({ path }) => path)));
  const leadsTo = (dotted: string) => [...formPaths, ...ENVELOPE].some((path) => path.startsWith(`${dotted}.`));
  const walk = (value: unknown, path: YamlPath): readonly YamlPath[] => {
    if (!isFilled(value)) return [];
    const dotted = pathText(path);
    if (formPaths.has(dotted)) return fits(kindAt(schema, path), value) ? [] : [path];
    if (ENVELOPE.includes(dotted)) return [];
    if (path.length > 0 && !leadsTo(dotted)) return [path];
    return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => walk(inner, [...path, key])) : [path];
  };
  return isObject(document) ? walk(document, []) : [];
}

/** The text of a value, or of a list with one item. Undefined for anything else. */
export function oneText(value: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 1 ? undefined : (all[0] ?? '') === '' ? '' : wordOf(all[0]);
}

export const textsOf = (value: unknown): readonly string[] =>
  [value].flat().flatMap((item: unknown) => wordOf(item) ?? []);
