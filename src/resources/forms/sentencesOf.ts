import type { Resource } from '../../descriptors/defineResource.ts';
import type { Field } from '../../descriptors/model/fieldModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { fieldText, fieldValue, rowTitle } from '../../descriptors/rows.ts';
import type { Sentence } from '../../lib/sentence.ts';
import type { RoleReview } from '../review/roleReview.ts';
import { changeSentences } from '../review/changeSentences.ts';
import { changesOf, valuesOf, type FormField, type Values } from './form.ts';

/** The effects of a change. If a resource has no review, they name the fields. `roleReview` is for a `roleField`. */
export function sentencesOf(
  resource: Resource,
  fields: readonly FormField[],
  before: Row,
  after: Row,
  roleReview: RoleReview | undefined,
): readonly Sentence[] {
  if (resource.form?.review)
    return [...roleSentences(resource, before, after, roleReview), ...resource.form.review(before, after)];
  const changed = changesOf(fields, valuesOf(fields, before), valuesOf(fields, after));
  const compared = fields.map(({ field }) => field).filter(({ source }) => changed.includes(source));
  return changeSentences(
    shownValues(compared, before),
    shownValues(compared, after),
    compared.map(({ source, label }) => ({ path: [source], label })),
  );
}

/** Names and traits are compared one by one, other values as their cells show them. */
const shownValues = (fields: readonly Field[], row: Row): Values =>
  Object.fromEntries(
    fields.map((field) => [
      field.source,
      field.kind === 'chips' || field.kind === 'traits' ? fieldValue(field, row) : fieldText(field, row),
    ]),
  );

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
