import type { Kind, KindValue } from '../kinds.ts';
import type { Row } from '../row.ts';

// The fields of a resource. Columns of the list, inputs of the form, details and exports are made from them.

/** Pixels; a span that the room between the columns decides; or what the others leave. */
export type Width = number | readonly [min: number, max: number] | 'rest';

export type Input = {
  required?: true;
  readOnly?: 'always' | 'onEdit';
  help?: string;
  /** The sentence below the field, or undefined when the value is fine. */
  check?(value: unknown): string | undefined;
  /** Name of the resource whose rows are offered. */
  options?: string;
  /** Said when a required value is missing, where "<label> is needed" is not enough. */
  missing?: string;
  /** Of a map of lists: the keys that are always offered. */
  keys?: readonly string[];
};

type FieldBase<R> = {
  label: string;
  /** A server fact: true when the wire name equals `source`, else the wire name. Absent: not sortable. */
  sort?: true | string;
  /** `false`: never a column; `hidden`: offered in the column chooser. */
  list?: false | { hidden?: true; width?: Width };
  /** Absent: not part of a form. */
  input?: Input;
  /** A small framed word after the value. */
  tag?(row: R): string | undefined;
  /** A quiet addition after the value. */
  note?(row: R): string | undefined;
};

/** `value` may be left out only where the record's own type already fits the kind. */
export type FieldOf<R> = {
  [S in keyof R & string]: {
    [K in Kind]: FieldBase<R> & { source: S; kind: K } & (R[S] extends KindValue[K]
        ? { value?(row: R): KindValue[K] }
        : { value(row: R): KindValue[K] });
  }[Kind];
}[keyof R & string];
export type FieldOfKind<K extends Kind> = FieldBase<Row> & { source: string; kind: K; value?(row: Row): KindValue[K] };
export type Field = { [K in Kind]: FieldOfKind<K> }[Kind];
