/** The message of an error of any kind, for a note or a log line. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a failed write may have taken effect: its response was lost, or a proxy answered. */
export const mayBeDone = (error: unknown): boolean =>
  error instanceof Error && 'mayBeDone' in error && error.mayBeDone === true;
