import type { ReactNode } from 'react';
import type { IconName } from '../../ui/plain/Icon.tsx';

/** What a work on several rows is called, before, while and after it is done. */
export type BulkWords = {
  /** Titles; the last one is followed by how many of how many: "Delete 4 users?", "Deleting 4 users", "Deleted". */
  asking: string;
  running: string;
  over: string;
  /** The button that begins it: "Delete". */
  act: string;
  /** Beside one of them: "being deleted", "deleted". */
  inProgress: string;
  done: string;
  /** Of those to which nothing is done: "unchanged". */
  skipped: string;
  /** Of one whose answer is missing: "changed". */
  known: string;
  /** What trying again does, and what checking tells. */
  again: string;
  check: string;
  /** The way back out of it. */
  undo: string;
  /** Over what will be done to each: "Roles". */
  column: string;
};

/** What will be done to one of them. */
export type PlannedLine = {
  icon: IconName;
  words: ReactNode;
  /** The same for a file. */
  text: string;
  /** At the end of the line: "1 added". */
  end?: string | undefined;
};
