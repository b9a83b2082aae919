/** What an error of any kind says, for a note or a log line. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a write that failed may be done all the same: its answer was lost, or a server in between answered. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof Error && 'mayBeDone' in error && error.mayBeDone === true;
