import type { AssistContext, ContextKind } from '../../../wire/assist/messages.ts';

const KIND_LABELS: Readonly<Record<ContextKind, string>> = {
  servers: 'Servers',
  terminal: 'Terminal',
  output: 'Output',
  event: 'Audit event',
  role: 'Role',
  document: 'Document',
};

/** What kind of text it is, and which one. */
export const contextLabel = ({ kind, title }: Pick<AssistContext, 'kind' | 'title'>): string =>
  title === '' ? KIND_LABELS[kind] : `${KIND_LABELS[kind]}: ${title}`;

/** For a cluster that takes only a text: each context below it, in a fence that is longer than any inside. */
export const textWithContext = (text: string, context: readonly AssistContext[]): string =>
  [
    text,
    ...context.map((item) => {
      const longest = Math.max(2, ...(item.text.match(/`+/g) ?? []).map(({ length }) => length));
      const fence = '`'.repeat(longest + 1);
      return `${contextLabel(item)}\n${fence}\n${item.text}\n${fence}`;
    }),
  ].join('\n\n');
