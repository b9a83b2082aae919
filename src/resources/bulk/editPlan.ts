import type { BulkAction } from '../../descriptors/model/bulkModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { plural } from '../../lib/numbers.ts';

export type BulkEdit = Extract<BulkAction, { edit: unknown }>['edit'];
/** Values to add and values to remove. */
export type ValueMoves = { add: readonly string[]; take: readonly string[] };

type Values = readonly string[];
/** The planned change of one row. */
export type EditLine =
  | {
      kind: 'changes';
      row: Row;
      before: Values;
      after: Values;
      added: Values;
      removed: Values;
      passing: string | undefined;
    }
  /** Its values are already so. */
  | { kind: 'same'; row: Row; why: string }
  /** The change is not possible. */
  | { kind: 'kept'; row: Row; why: string };

export type ChangingLine = Extract<EditLine, { kind: 'changes' }>;

const valuesOf = (row: Row, field: string): Values => asKind('chips', row[field]) ?? [];

/** The values after the change. Added values are at the end. */
const movedValues = (before: Values, { add, take }: ValueMoves): Values => [
  ...before.filter((value) => !take.includes(value)),
  ...add.filter((value) => !before.includes(value)),
];

export const sameValues = (a: Values, b: Values): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

export function planLine(resource: Restricted, edit: BulkEdit, row: Row, moves: ValueMoves): EditLine {
  const { field: source } = edit;
  const before = valuesOf(row, source);
  const after = movedValues(before, moves);
  if (sameValues(before, after))
    return {
      kind: 'same',
      row,
      why: moves.add.length > 0 ? 'already has it, not changed' : 'does not have it, not changed',
    };
  const field = fieldNamed(resource, source);
  if (after.length === 0 && field?.input?.required)
    return { kind: 'kept', row, why: field.input.missing ?? `${field.label} is needed` };
  return {
    kind: 'changes',
    row,
    before,
    after,
    added: after.filter((value) => !before.includes(value)),
    removed: before.filter((value) => !after.includes(value)),
    passing: edit.passing?.(row),
  };
}

/** `1 added, 2 removed`. */
export const countMoves = ({ added, removed }: ChangingLine): string =>
  [added.length > 0 && `${added.length} added`, removed.length > 0 && `${removed.length} removed`]
    .filter(Boolean)
    .join(', ');

/** `11 roles added, none removed`. */
export function planMessage(lines: readonly EditLine[], singular: string): string {
  const sum = (of: (line: ChangingLine) => number): number =>
    lines.reduce((all, line) => all + (line.kind === 'changes' ? of(line) : 0), 0);
  const [added, removed] = [sum((line) => line.added.length), sum((line) => line.removed.length)];
  return `${added === 0 ? 'none' : plural(added, singular)} added, ${removed === 0 ? 'none' : removed} removed`;
}

/** A value that is added or removed, and in how many rows. */
export type ValueMove = { value: string; isGain: boolean; count: number };

/** How many rows gain each value, and how many lose it. */
export function valueMoves(lines: readonly ChangingLine[]): readonly ValueMove[] {
  const counted = (values: Values, isGain: boolean): readonly ValueMove[] =>
    [...new Set(values)].map((value) => ({ value, isGain, count: values.filter((other) => other === value).length }));
  return [
    ...counted(
      lines.flatMap(({ added }) => added),
      true,
    ),
    ...counted(
      lines.flatMap(({ removed }) => removed),
      false,
    ),
  ];
}
