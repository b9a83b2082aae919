import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { fieldText, rowTitle } from '../../descriptors/rows.ts';
import { change, code, words, type Sentence } from '../../lib/sentence.ts';
import type { RoleReview } from '../review/roleReview.ts';
import { changesOf, valuesOf, type FormField } from './form.ts';

/** What a change does: a resource without a review of its own names the fields. `roleReview`: for a `roleField`. */
export function sentencesOf(
  resource: Resource,
  fields: readonly FormField[],
  before: Row,
  after: Row,
  roleReview: RoleReview | undefined,
): readonly Sentence[] {
  if (resource.form?.review)
    return [...roleSentences(resource, before, after, roleReview), ...resource.form.review(before, after)];
  const changes = changesOf(fields, valuesOf(fields, before), valuesOf(fields, after));
  return fields
    .filter(({ field }) => changes.includes(field.source))
    .map(({ field }) => {
      const [was, becomes] = [fieldText(field, before), fieldText(field, after)];
      return change(
        words`${field.label} becomes ${becomes ? code(becomes) : 'empty'}${was && words`, was ${code(was)}`}`,
      );
    });
}

function roleSentences(
  resource: Resource,
  before: Row,
  after: Row,
  roleReview: RoleReview | undefined,
): readonly Sentence[] {
  const roleField = resource.form?.roleField;
  if (roleField === undefined || !roleReview) return [];
  const names = (row: Row) => asKind('chips', row[roleField]) ?? [];
  return roleReview(after.id, { who: rowTitle(resource, after) }, names(before), names(after));
}
