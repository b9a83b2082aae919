import type { DocumentForm, FormSection } from '../../../descriptors/documentTypes.ts';
import { at, isObject } from '../../../lib/json.ts';
import { isSameValue } from '../../../lib/moves.ts';
import { change, type Sentence } from '../../../lib/sentence.ts';
import { type YamlPath } from '../../../wire/yaml.ts';
import { changeSentences, type ComparedField } from '../../review/changeSentences.ts';
import { pathText } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { describedAt, stepsOf } from './formField.ts';

/** Fields that the server counts up, or that the page itself shows. */
const SILENT = ['kind', 'metadata.name', 'metadata.id', 'metadata.revision'];

/** The fields of the form, then all other differences of the document, descending as long as both sides are objects. */
function comparedFields(sections: readonly FormSection[], before: unknown, after: unknown): readonly ComparedField[] {
  const named = sections.flatMap(({ group, inputs }) =>
    inputs.map((input) => ({
      path: stepsOf(input),
      label: group === undefined ? input.label : `${group}: ${input.label}`,
    })),
  );
  const knownPaths = new Set([...named.map(({ path }) => pathText(path)), ...SILENT]);
  const leads = (dotted: string) => [...knownPaths].some((path) => path.startsWith(`${dotted}.`));
  const others = (path: YamlPath): readonly ComparedField[] => {
    const [was, is] = [at(before, ...path), at(after, ...path)];
    const dotted = pathText(path);
    if (knownPaths.has(dotted) || isSameValue(was, is)) return [];
    const hasParts = path.length === 0 || leads(dotted) || (isObject(was) && isObject(is));
    if (!hasParts) return [{ path, label: dotted }];
    const keys = [was, is].flatMap((value) => (isObject(value) ? Object.keys(value) : []));
    return [...new Set(keys)].flatMap((key) => others([...path, key]));
  };
  return [...named, ...others([])];
}

/**
 * The changes of a document, field by field, with the labels of its form. Used for kinds without their own sentences.
 * Both arguments are parsed documents.
 */
export function documentChanges(
  before: unknown,
  after: unknown,
  schema: LoadedSchema,
  form: DocumentForm | undefined,
): readonly Sentence[] {
  const fields = comparedFields(form?.sections ?? [], before, after);
  const sentences = changeSentences(before, after, fields, (path) => describedAt(schema, path)?.format);
  return sentences.length > 0 ? sentences : [change('Changes comments and formatting only. The values stay the same')];
}
