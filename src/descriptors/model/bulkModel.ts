import type { Row } from '../row.ts';
import type { ActionContext, BulkTabs } from './actionModel.ts';
import type { Need } from './wireModel.ts';

/** Adds values to a field of `chips` in several rows, or removes them, with a review before the first write. */
type BulkEditOf<R, S> = {
  field: S;
  /** Shown beside a row that can be written but does not keep the change. */
  passing?(row: R): string | undefined;
  /** The effects of the values as sentences: a name in `src/resources/bulk/effects`. */
  effects?: string;
  /** The audit code of the change (http-resources §10). */
  eventCode?: string;
};

type BulkActionOf<R, S> = {
  id: string;
  /** The label of the button for this many rows. */
  label(count: number): string;
  icon?: string;
  needs?: readonly Need[];
  danger?: true;
  /** The maximum number of rows. */
  max?: number;
} & (
  | { run(rows: readonly R[], context: ActionContext): void }
  | { tabs(rows: readonly R[], context: ActionContext): BulkTabs }
  | { edit: BulkEditOf<R, S> }
);
export type BulkAction = BulkActionOf<Row, string>;

/** The actions for several selected rows, besides copying names and export. */
export type BulkModule<R, S> = {
  actions?: readonly BulkActionOf<R, S>[];
  /** The effects of removing several rows, and the audit code. Absent: rows are removed one at a time. */
  removal?: { effects: readonly string[]; eventCode?: string };
};
