import type { ContextKind } from '../../wire/assist/messages.ts';

/** The context that rows provide for Assist: the selected ones, the open one, or the one to explain. */
export type AssistModule<R> = {
  kind: ContextKind;
  /** `web-1`, or `3 servers`. */
  title(rows: readonly R[]): string;
  /** The text, which the user sees before sending it. */
  text(rows: readonly R[]): string;
  /** Rows can be explained: the initial question in the field. */
  question?: string;
};
