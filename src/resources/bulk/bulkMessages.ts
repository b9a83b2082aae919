import type { ReactNode } from 'react';
import type { IconName } from '../../ui/plain/Icon.tsx';

/** The texts for an action on several rows, before, while and after it runs. */
export type BulkLabels = {
  /**
   * Titles: "Delete 4 users?", "Deleting 4 users", "Deleted". The last one is followed by the numbers of done and all
   * rows.
   */
  asking: string;
  running: string;
  over: string;
  /** The button that starts it: "Delete". */
  act: string;
  /** Beside one row: "being deleted", "deleted". */
  inProgress: string;
  done: string;
  /** For skipped rows: "unchanged". */
  skipped: string;
  /** Past participle in the results: "changed". */
  known: string;
  /** Explains what retrying does, and what checking finds out. */
  again: string;
  check: string;
  /** Explains how to reverse it. */
  undo: string;
  /** Head of the column with the planned changes: "Roles". */
  column: string;
};

/** The planned change of one row. */
export type PlannedLine = {
  icon: IconName;
  words: ReactNode;
  /** The same for a file. */
  text: string;
  /** At the end of the line: "1 added". */
  end?: string | undefined;
};
