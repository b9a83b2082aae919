import { ApiError } from '../../api/errors.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import { BulkRun } from './BulkRun.ts';
import type { ItemFailure } from './BulkRun.ts';
import { planLine, sameValues } from './editPlan.ts';
import type { BulkEdit, EditLine, ValueMoves } from './editPlan.ts';

type Changing = Extract<EditLine, { kind: 'changes' }>;

type Options = {
  resource: Restricted;
  edit: BulkEdit;
  /** As the server has them now. */
  rows: readonly Row[];
  moves: ValueMoves;
  readAtMs: number;
  /** The server's present copy. */
  read: (id: string) => Promise<Row>;
  write: (row: Row, values: Readonly<Record<string, unknown>>) => Promise<void>;
  explain: (error: unknown) => ItemFailure;
};

/** What was reviewed, and how far it is done. Lives on while somebody looks at the list, to be looked at again. */
export class EditWork {
  readonly lines: readonly EditLine[];
  readonly changing: readonly Changing[];
  readonly run: BulkRun;
  readonly readAtMs: number;
  readonly moves: ValueMoves;
  /** When it was last on its way, from and to; 0 before. */
  startedMs = 0;
  endedMs = 0;

  constructor({ resource, edit, rows, moves, readAtMs, read, write, explain }: Options) {
    this.moves = moves;
    this.readAtMs = readAtMs;
    this.lines = rows.map((row) => planLine(resource, edit, row, moves));
    this.changing = this.lines.filter((line) => line.kind === 'changes');
    const reviewed = new Map(this.changing.map((line) => [line.row.id, line.before]));
    this.run = new BulkRun({
      ids: this.changing.map(({ row }) => row.id),
      act: async (id) => {
        const now = await read(id);
        const line = planLine(resource, edit, now, moves);
        const held = line.kind === 'changes' ? line.before : undefined;
        if (line.kind === 'kept') throw new ApiError(line.why, 409);
        const before = reviewed.get(id);
        // Whoever tries again has seen that it was changed: then the present copy counts.
        if (held) reviewed.set(id, held);
        if (held && before && !sameValues(held, before))
          throw new ApiError('It was changed since it was read; trying again changes the present copy', 409);
        if (line.kind === 'changes') await write(now, { ...now, [edit.field]: line.after });
      },
      check: async (id) => planLine(resource, edit, await read(id), moves).kind === 'same',
      explain,
      undone: 'It was not written',
    });
  }

  /** Writes those that wait; never rejects. */
  async go(): Promise<void> {
    this.startedMs = Date.now();
    await this.run.run();
    this.endedMs = Date.now();
  }
}
