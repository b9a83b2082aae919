import type { DocumentForm, DocumentInput } from '../../../descriptors/documentTypes.ts';
import { at, isObject, wordOf } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';
import { errorsOf, pathText } from '../problems/problem.ts';
import type { Problem } from '../problems/problem.ts';

export const stepsOf = ({ path }: Pick<DocumentInput, 'path'>): readonly string[] => path.split('.');

/** One input with all that it shows. */
export type FormField = {
  input: DocumentInput;
  value: unknown;
  /** What the server has. */
  before: unknown;
  error: string | undefined;
  onChange: (path: YamlPath, value: unknown) => void;
};

const NAME: DocumentInput = { path: 'metadata.name', label: 'Name', help: 'It cannot be changed later.' };

/** A name is asked for once. */
export const inputsOf = ({ sections }: DocumentForm, isNew: boolean): readonly DocumentInput[] => [
  ...(isNew ? [NAME] : []),
  ...sections.flatMap(({ inputs }) => inputs),
];

/** What is wrong with the value of an input or with a part of it, what the server would refuse first. */
export function faultOf(problems: readonly Problem[], path: string): Problem | undefined {
  const own = problems.filter((problem) => {
    const at = pathText(problem.path);
    return at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);
  });
  return errorsOf(own)[0] ?? own[0];
}

/** Filled fields of the document that no input shows: they can be changed in the text alone. */
export function onlyInText(inputs: readonly DocumentInput[], document: unknown): readonly YamlPath[] {
  const shown = inputs.map(({ path }) => path);
  const spec = at(document, 'spec');
  const isFilled = (value: unknown): boolean =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.entries(isObject(spec) ? spec : {})
    .filter(([, value]) => isFilled(value))
    .map(([key]): YamlPath => ['spec', key])
    .filter((path) => !shown.some((one) => one === path.join('.') || one.startsWith(`${path.join('.')}.`)));
}

/** The one text of a value that may also be a list of one; undefined where it is more than that. */
export function oneText(value: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.length > 1 ? undefined : (all[0] ?? '') === '' ? '' : wordOf(all[0]);
}

export const textsOf = (value: unknown): readonly string[] =>
  [value].flat().flatMap((one: unknown) => wordOf(one) ?? []);
