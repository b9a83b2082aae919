import type { Kind, KindValue } from '../kinds.ts';
import type { Row } from '../row.ts';

// The fields of a resource. They define the columns of the list, inputs of the form, details and exports.

/** Pixels, a range within which the available width decides, or the remaining width. */
export type Width = number | readonly [min: number, max: number] | 'rest';

export type Input = {
  required?: true;
  readOnly?: 'always' | 'onEdit';
  help?: string;
  /** The error below the field, or undefined if the value is valid. */
  check?(value: unknown): string | undefined;
  /** Name of the resource whose rows are suggested. */
  options?: string;
  /** The error for a missing required value, if "<label> is needed" is not enough. */
  missing?: string;
  /** For a map of lists: the keys that are always shown. */
  keys?: readonly string[];
};

type FieldBase<R> = {
  label: string;
  /** A property of the server: true if the wire name equals `source`, else the wire name. Absent: not sortable. */
  sort?: true | string;
  /** `false`: never a column. `hidden`: only in the column chooser. */
  list?: false | { hidden?: true; width?: Width };
  /** Absent: not part of a form. */
  input?: Input;
  /** A short badge after the value. */
  tag?(row: R): string | undefined;
  /** Secondary text after the value. */
  note?(row: R): string | undefined;
};

/** `value` can only be omitted if the record's type already matches the kind. */
export type FieldOf<R> = {
  [S in keyof R & string]: {
    [K in Kind]: FieldBase<R> & { source: S; kind: K } & (R[S] extends KindValue[K]
        ? { value?(row: R): KindValue[K] }
        : { value(row: R): KindValue[K] });
  }[Kind];
}[keyof R & string];
export type FieldOfKind<K extends Kind> = FieldBase<Row> & { source: string; kind: K; value?(row: Row): KindValue[K] };
export type Field = { [K in Kind]: FieldOfKind<K> }[Kind];
