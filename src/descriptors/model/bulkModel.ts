import type { Row } from '../row.ts';
import type { ActionContext, BulkPlaces } from './actionModel.ts';
import type { Need } from './wireModel.ts';

/** Values put into, or taken out of, a field of `chips` in several rows, reviewed before any is written. */
type BulkEditOf<R, S> = {
  field: S;
  /** Said beside a row that can be written but does not keep it. */
  passing?(row: R): string | undefined;
  /** What the values give, in sentences: by its name in `src/resources/bulk/effects`. */
  effects?: string;
  /** What the audit log calls the change of a row (http-resources §10). */
  eventCode?: string;
};

type BulkActionOf<R, S> = {
  id: string;
  /** On the button, for so many rows. */
  label(count: number): string;
  icon?: string;
  needs?: readonly Need[];
  danger?: true;
  /** More rows than this are too many. */
  max?: number;
} & (
  | { run(rows: readonly R[], context: ActionContext): void }
  | { places(rows: readonly R[], context: ActionContext): BulkPlaces }
  | { edit: BulkEditOf<R, S> }
);
export type BulkAction = BulkActionOf<Row, string>;

/** What can be done with several chosen rows at once, beside copying names and export. */
export type BulkModule<R, S> = {
  actions?: readonly BulkActionOf<R, S>[];
  /** What removing several does, and what the audit log calls it; absent: rows are removed one at a time. */
  removal?: { effects: readonly string[]; eventCode?: string };
};
