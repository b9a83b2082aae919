import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { BulkJob, type ItemFailure } from './BulkJob.ts';
import { planLine, sameValues, type BulkEdit, type ChangingLine, type EditLine, type ValueMoves } from './editPlan.ts';

/** The properties of the part of a review that shows what values grant to their holders. */
export type EffectsProps = { resource: Restricted; work: BulkEditJob };

type Options = {
  resource: Restricted;
  edit: BulkEdit;
  /** The server's current rows. */
  rows: readonly Row[];
  /** Selected rows that the server no longer has. */
  missingRows?: readonly Row[];
  moves: ValueMoves;
  readAtMs: number;
  /** Reads the server's current copy. */
  read: (id: string) => Promise<Row>;
  write: (row: Row, values: Readonly<Record<string, unknown>>) => Promise<void>;
  explain: (error: unknown) => ItemFailure;
};

/** A reviewed change of one field of several rows. */
export class BulkEditJob extends BulkJob {
  readonly lines: readonly EditLine[];
  readonly changing: readonly ChangingLine[];
  readonly readAtMs: number;
  readonly moves: ValueMoves;

  constructor({ resource, edit, rows, missingRows = [], moves, readAtMs, read, write, explain }: Options) {
    const lines = [
      ...rows.map((row) => planLine(resource, edit, row, moves)),
      ...missingRows.map((row): EditLine => ({ kind: 'kept', row, why: 'no longer exists' })),
    ];
    const changing = lines.filter((line) => line.kind === 'changes');
    const reviewed = new Map(changing.map((line) => [line.row.id, line.before]));
    super({
      rows: [...rows, ...missingRows],
      skipped: new Map(lines.flatMap((line) => (line.kind === 'changes' ? [] : [[line.row.id, line.why]]))),
      act: async (id) => {
        const now = await read(id);
        const line = planLine(resource, edit, now, moves);
        const reviewedValues = line.kind === 'changes' ? line.before : undefined;
        if (line.kind === 'kept') throw new Error(line.why);
        const before = reviewed.get(id);
        // A user who retries has seen that the row had changed, so the current copy counts.
        if (reviewedValues) reviewed.set(id, reviewedValues);
        if (reviewedValues && before && !sameValues(reviewedValues, before))
          throw new Error('It was changed in the meantime. Retry changes the current copy');
        if (line.kind === 'changes') await write(now, { ...now, [edit.field]: line.after });
      },
      check: async (id) => planLine(resource, edit, await read(id), moves).kind === 'same',
      explain,
      undone: 'It was not saved',
    });
    this.lines = lines;
    this.changing = changing;
    this.moves = moves;
    this.readAtMs = readAtMs;
  }
}
