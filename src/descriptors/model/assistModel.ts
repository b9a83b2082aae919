import type { ContextKind } from '../../wire/assist/messages.ts';

/** What Assist can be told of rows: the chosen ones, the one that is open, or the one that it explains. */
export type AssistModule<R> = {
  kind: ContextKind;
  /** `web-1`, or `3 servers`. */
  title(rows: readonly R[]): string;
  /** The text that the user sees before it is sent. */
  text(rows: readonly R[]): string;
  /** Rows can be explained: the question that stands in the field then. */
  question?: string;
};
