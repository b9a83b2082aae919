import type { Resource } from '../../descriptors/defineResource.ts';
import type { Field, FieldOfKind, Input } from '../../descriptors/model/fieldModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind, type Kind, type KindValue } from '../../descriptors/kinds.ts';
import { fieldNamed, fieldValue } from '../../descriptors/rows.ts';
import { valueRules } from './values.ts';

/** The values of a form: one per input, by the name of the field. */
export type Values = Readonly<Record<string, unknown>>;
/** `read`: everything is shown, nothing can be changed. */
export type Mode = 'create' | 'edit' | 'read';

export type FormField = { field: Field; input: Input; readOnly: boolean };
export type FormSection = { title: string; aside: string | undefined; fields: readonly FormField[] };

const isReadOnly = ({ readOnly }: Input, mode: Mode): boolean =>
  mode === 'read' || readOnly === 'always' || (readOnly === 'onEdit' && mode === 'edit');

/** The inputs of a resource. For an existing row the name is left out, because the head of the form shows it. */
export function formSections(resource: Resource, mode: Mode): readonly FormSection[] {
  return (resource.form?.sections ?? []).flatMap(({ title, aside, fields }): FormSection[] => {
    const formFields = fields.flatMap((source): FormField[] => {
      const field = fieldNamed(resource, source);
      if (!field?.input) return [];
      const readOnly = isReadOnly(field.input, mode);
      if (readOnly && (mode === 'create' || source === resource.list.title)) return [];
      return [{ field, input: field.input, readOnly }];
    });
    return formFields.length > 0 ? [{ title, aside, fields: formFields }] : [];
  });
}

export const inputsOf = (resource: Resource, mode: Mode): readonly FormField[] =>
  formSections(resource, mode)
    .flatMap(({ fields }) => fields)
    .filter(({ readOnly }) => !readOnly);

const valueOf = <K extends Kind>(field: FieldOfKind<K>, values: Values): KindValue[K] | undefined =>
  asKind(field.kind, values[field.source]);

/** The initial values: those of the row, or empty ones for a new row. */
export const valuesOf = (fields: readonly FormField[], row: Row | undefined): Values =>
  Object.fromEntries(
    fields.flatMap(({ field }) => {
      const value = row && fieldValue(field, row);
      return value === undefined ? [] : [[field.source, value]];
    }),
  );

const isEmpty = <K extends Kind>(field: FieldOfKind<K>, values: Values): boolean => {
  const value = valueOf(field, values);
  return value === undefined || valueRules[field.kind].isEmpty(value);
};

const isSame = <K extends Kind>(field: FieldOfKind<K>, a: Values, b: Values): boolean => {
  const [one, other] = [valueOf(field, a), valueOf(field, b)];
  if (one === undefined || other === undefined) return isEmpty(field, a) && isEmpty(field, b);
  return valueRules[field.kind].isSame(one, other);
};

/** The names of the fields whose values differ. */
export const changesOf = (fields: readonly FormField[], before: Values, after: Values): readonly string[] =>
  fields.filter(({ field }) => !isSame(field, before, after)).map(({ field }) => field.source);

/** The errors, one sentence per field. */
export const faultsOf = (fields: readonly FormField[], values: Values): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap(({ field, input }) => {
      const fault =
        input.required && isEmpty(field, values)
          ? (input.missing ?? `${field.label} is needed`)
          : input.check?.(values[field.source]);
      return fault === undefined ? [] : [[field.source, fault] as const];
    }),
  );

const mergeField = <K extends Kind>(field: FieldOfKind<K>, base: Values, mine: Values, theirs: Values): unknown => {
  const [b, m, t] = [valueOf(field, base), valueOf(field, mine), valueOf(field, theirs)];
  if (b === undefined || m === undefined || t === undefined) return m ?? t;
  return valueRules[field.kind].merge(b, m, t);
};

/** The user's changes to `base`, applied to the server's current values. */
export const mergeValues = (fields: readonly FormField[], base: Values, mine: Values, theirs: Values): Values =>
  Object.fromEntries(fields.map(({ field }) => [field.source, mergeField(field, base, mine, theirs)]));

/** The properties of every panel of a form: the saved row, the entered values, and the server's values. */
export type PanelProps = {
  id: string | undefined;
  values: Values;
  before: Values | undefined;
  /** The form is read-only. */
  isReadOnly: boolean;
};
