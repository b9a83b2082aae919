import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { BulkJob, type ItemFailure } from './BulkJob.ts';
import { planLine, sameValues, type BulkEdit, type ChangingLine, type EditLine, type ValueMoves } from './editPlan.ts';

/** What the part of a review gets that tells what values give to whoever holds them. */
export type EffectsProps = { resource: Restricted; work: BulkEditJob };

type Options = {
  resource: Restricted;
  edit: BulkEdit;
  /** As the server has them now. */
  rows: readonly Row[];
  /** Chosen rows that the server no longer has. */
  gone?: readonly Row[];
  moves: ValueMoves;
  readAtMs: number;
  /** The server's present copy. */
  read: (id: string) => Promise<Row>;
  write: (row: Row, values: Readonly<Record<string, unknown>>) => Promise<void>;
  explain: (error: unknown) => ItemFailure;
};

/** A change of one field of several rows, as it was reviewed. */
export class BulkEditJob extends BulkJob {
  readonly lines: readonly EditLine[];
  readonly changing: readonly ChangingLine[];
  readonly readAtMs: number;
  readonly moves: ValueMoves;

  constructor({ resource, edit, rows, gone = [], moves, readAtMs, read, write, explain }: Options) {
    const lines = [
      ...rows.map((row) => planLine(resource, edit, row, moves)),
      ...gone.map((row): EditLine => ({ kind: 'kept', row, why: 'no longer exists' })),
    ];
    const changing = lines.filter((line) => line.kind === 'changes');
    const reviewed = new Map(changing.map((line) => [line.row.id, line.before]));
    super({
      rows: [...rows, ...gone],
      skipped: new Map(lines.flatMap((line) => (line.kind === 'changes' ? [] : [[line.row.id, line.why]]))),
      act: async (id) => {
        const now = await read(id);
        const line = planLine(resource, edit, now, moves);
        const held = line.kind === 'changes' ? line.before : undefined;
        if (line.kind === 'kept') throw new Error(line.why);
        const before = reviewed.get(id);
        // Whoever tries again has seen that it was changed: then the present copy counts.
        if (held) reviewed.set(id, held);
        if (held && before && !sameValues(held, before))
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
