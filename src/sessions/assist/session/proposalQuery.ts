import type { CommandProposal } from '../../../wire/assist/messages.ts';
import { quote } from '../../../wire/predicate/literals.ts';

/** The servers that a proposal means, as a predicate; '' where it names none (streams §7.5). */
export const queryOfProposal = ({ query, nodes, labels }: CommandProposal): string =>
  query ??
  [
    ...nodes.map((name) => `name == ${quote(name)}`),
    ...labels.map(({ key, value }) => `labels[${quote(key)}] == ${quote(value)}`),
  ].join(' || ');

/** Line ends and tabs are part of commands; other control characters, and what changes or hides the direction, are not. */
const HIDDEN = new RegExp(
  String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\udfff]`,
  'g',
);

const nameOf = (hidden: string): string =>
  `U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A text in parts; `isHidden`: a character that a reader would not see, by its name. */
export function visibleParts(text: string): readonly { text: string; isHidden: boolean }[] {
  const parts: { text: string; isHidden: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isHidden: false });
    parts.push({ text: nameOf(match[0]), isHidden: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHidden: false });
  return parts;
}

export const hasHidden = (text: string): boolean => visibleParts(text).some(({ isHidden }) => isHidden);

export const withoutHidden = (text: string): string => text.replace(HIDDEN, '');

/** For running text: each hidden character as its name in brackets. */
export const visibleText = (text: string): string => text.replace(HIDDEN, (hidden) => `[${nameOf(hidden)}]`);
