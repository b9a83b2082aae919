import type { DocumentForm } from '../../../descriptors/documentTypes.ts';
import type { CheckedDocument } from '../problems/checkDocument.ts';
import { pathText, type Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { onlyInText } from './formField.ts';

/** The problems of a document, and a note for each part of it that the form beside it does not show. */
export function withFormNotes(
  { problems, value, places }: CheckedDocument,
  form: DocumentForm,
  schema: LoadedSchema,
): readonly Problem[] {
  const told = new Set(problems.map(({ path }) => pathText(path)));
  const notes = onlyInText(form.sections, schema, value)
    .filter((path) => !told.has(pathText(path)))
    .map((path): Problem => ({
      severity: 'note',
      message: 'Not in the form, and kept as it is',
      path,
      range: places.ofKey(path),
    }));
  return [...problems, ...notes];
}
