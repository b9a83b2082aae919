import { useState } from 'react';
import type { Row } from '../../descriptors/row.ts';
import type { PendingRowAction } from '../actions/RowActionCell.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs actions on rows and tells, by the row's id, which still run and which failed. */
export function usePendingRowActions() {
  const [doings, setDoings] = useState<ReadonlyMap<string, PendingRowAction>>(() => new Map());
  const note = (id: string, doing: PendingRowAction | undefined) =>
    setDoings((last) => {
      const next = new Map(last);
      if (doing) next.set(id, doing);
      else next.delete(id);
      return next;
    });

  const run = async (choice: RowChoice, row: Row): Promise<void> => {
    const work = choice.kind === 'run' ? choice.run() : undefined;
    if (!work) return;
    note(row.id, { kind: 'busy', word: choice.label });
    try {
      await work;
      note(row.id, undefined);
    } catch (error) {
      note(row.id, { kind: 'failed', why: reason(error), again: () => void run(choice, row) });
    }
  };
  return { doings, run };
}
