import type { Resource, Sentence } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldText } from '../../descriptors/rows.ts';
import { changesOf, valuesOf } from './form.ts';
import type { FormField } from './form.ts';

/** What a change does: a resource that has no words for it names the fields. */
export function sentencesOf(
  resource: Resource,
  fields: readonly FormField[],
  before: Row,
  after: Row,
): readonly Sentence[] {
  if (resource.review) return resource.review(before, after);
  const changes = changesOf(fields, valuesOf(fields, before), valuesOf(fields, after));
  return fields
    .filter(({ field }) => changes.includes(field.source))
    .map(({ field }) => {
      const [was, becomes] = [fieldText(field, before), fieldText(field, after)];
      return { text: `${field.label} becomes ${becomes || 'empty'}${was && `, was ${was}`}`, flagged: false };
    });
}
