import type { CommandProposal } from '../../../wire/assist/messages.ts';
import { quote } from '../../../wire/predicate/literals.ts';

/** The servers that a proposal means, as a predicate; '' where it names none (streams §7.5). */
export const queryOfProposal = ({ query, nodes, labels }: CommandProposal): string =>
  query ??
  [
    ...nodes.map((name) => `name == ${quote(name)}`),
    ...labels.map(({ key, value }) => `labels[${quote(key)}] == ${quote(value)}`),
  ].join(' || ');
