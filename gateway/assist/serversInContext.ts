import type { AssistContext } from '../../src/wire/assist/messages.ts';

const NAMES_MAX = 200;

/**
 * Host names of the servers that a user attached: the first word of each line (streams §7.7). What follows it is a
 * description and selects nothing.
 */
export const serversInContext = (context: readonly AssistContext[]): string[] => {
  const lines = context.filter(({ kind }) => kind === 'servers').flatMap(({ text }) => text.split('\n'));
  const names = lines.map((line) => /^\s*(?:[-*]\s+)?(\S+)/.exec(line)?.[1] ?? '').filter((name) => name !== '');
  return [...new Set(names)].slice(0, NAMES_MAX);
};
