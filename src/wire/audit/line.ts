import type { AuditEvent } from './template.ts';

/** How the events of one code read: a short label, and a sentence as `fillSentence` takes it. */
export type AuditLine = {
  label: string;
  sentence: string | ((event: AuditEvent) => string);
  /** Where one code has two outcomes; else its last letter tells (screens, Appendix A). */
  failed?: (event: AuditEvent) => boolean;
  /** The label of an event that failed, where it has one of its own. */
  failedLabel?: string;
};
export type AuditLines = Readonly<Record<string, AuditLine>>;

/** One line per code: label and sentence. */
export const lines = (table: Readonly<Record<string, readonly [label: string, sentence: AuditLine['sentence']]>>) =>
  Object.fromEntries(Object.entries(table).map(([code, [label, sentence]]) => [code, { label, sentence }]));
