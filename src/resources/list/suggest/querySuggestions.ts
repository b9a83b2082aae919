import { formatCount, plural } from '../../../lib/numbers.ts';
import { quote } from '../../../wire/predicate/literals.ts';
import { isPlainName } from '../../../wire/predicate/tokens.ts';
import { matching, type Suggestion, type Vocabulary } from './suggestion.ts';

const MAX = 12;
const NAMES_MAX = 8;

type Token = { text: string; at: number };
const TOKEN = /"(?:\\.|[^"\\])*"?|`[^`]*`?|[\p{L}_][\p{L}\p{Nd}_]*|[0-9][\w.]*|&&|\|\||==|!=|[^\s\p{L}\p{Nd}_"`]/gu;

/** The token at the caret is incomplete: quoted text without its end, or a name. */
const isUnfinished = ({ text }: Token): boolean =>
  /^[\p{L}_]/u.test(text) || /^"(?:\\.|[^"\\])*$/.test(text) || /^`[^`]*$/.test(text);

const bare = (text: string): string => (/^["`]/.test(text) ? text.slice(1).replace(/["`]$/, '') : text);

/** The tokens before the caret, and the written part of the token at the caret. */
function read(text: string, caret: number): { before: readonly string[]; written: string; from: number } {
  const tokens = [...text.slice(0, caret).matchAll(TOKEN)].map((match): Token => ({ text: match[0], at: match.index }));
  const last = tokens.at(-1);
  if (!last || !isUnfinished(last) || last.at + last.text.length !== caret)
    return { before: tokens.map((token) => token.text), written: '', from: caret };
  return { before: tokens.slice(0, -1).map((token) => token.text), written: last.text, from: last.at };
}

/** The left side of the comparison that ends here. */
type ComparedOperand = { kind: 'label'; key: string } | { kind: 'name' } | undefined;

function leftOf(tokens: readonly string[]): ComparedOperand {
  const [a, b, c, d] = tokens.slice(-4);
  if (a === 'labels' && b === '[' && d === ']' && c !== undefined) return { kind: 'label', key: bare(c) };
  const [e, f, g] = tokens.slice(-3);
  if (e === 'labels' && f === '.' && g !== undefined) return { kind: 'label', key: g };
  return tokens.at(-1) === 'name' ? { kind: 'name' } : undefined;
}

type Piece = { insert: string; hint: string };

const labelOperand = (key: string): string => `labels[${quote(key)}]`;

const operands = ({ facets }: Vocabulary): readonly Piece[] => [
  { insert: 'name', hint: 'the name' },
  ...facets.map(({ name, values }) => ({ insert: labelOperand(name), hint: plural(values.length, 'value') })),
];

const functions: readonly Piece[] = [
  { insert: 'search("', hint: 'words in any column or label' },
  { insert: 'exists(labels["', hint: 'has a label at all' },
  { insert: 'equals(', hint: 'the same as ==' },
  { insert: '!', hint: 'not' },
];

const documentPaths = ({ paths }: Vocabulary): readonly Piece[] =>
  paths.map((path) => ({ insert: `resource.${path}`, hint: 'in the document' }));

const comparisons: readonly Piece[] = [
  { insert: '== ', hint: 'is' },
  { insert: '!= ', hint: 'is not' },
];
const connectors: readonly Piece[] = [
  { insert: '&& ', hint: 'and' },
  { insert: '|| ', hint: 'or' },
];

function valuePieces(left: ComparedOperand, { facets, names }: Vocabulary, needle: string): readonly Piece[] {
  if (left?.kind === 'name')
    return matching(names(), (name) => name, needle, NAMES_MAX).map((name) => ({ insert: quote(name), hint: 'name' }));
  const values = left ? (facets.find((facet) => facet.name === left.key)?.values ?? []) : [];
  return matching(values, ({ value }) => value, needle, MAX).map(({ value, count }) => ({
    insert: quote(value),
    hint: formatCount(count),
  }));
}

/** The part of the query since the last operator or parenthesis: one condition, as far as it is written. */
function condition(tokens: readonly string[]): readonly string[] {
  const at = tokens.findLastIndex((token) => token === '&&' || token === '||' || token === '!');
  return tokens.slice(at + 1).filter((token, i, all) => token !== '(' || all[i - 1] !== undefined);
}

/** The pieces that can follow. */
function pieces(before: readonly string[], written: string, vocabulary: Vocabulary): readonly Piece[] {
  const last = before.at(-1);
  const needle = bare(written);
  const fitting = (all: readonly Piece[], text = needle) =>
    matching(all, ({ insert }) => ('labels'.startsWith(text) ? insert : insert.replace(/^labels\["/, '')), text, MAX);

  if (last === '==' || last === '!=') return valuePieces(leftOf(before.slice(0, -1)), vocabulary, needle);
  if (last === ',' && before.includes('equals')) return valuePieces(leftOf(before.slice(0, -1)), vocabulary, needle);
  if (last === '[' && before.at(-2) === 'labels')
    return matching(vocabulary.facets, ({ name }) => name, needle, MAX).map(({ name, values }) => ({
      insert: `${quote(name)}]`,
      hint: plural(values.length, 'value'),
    }));
  if (last === '.') {
    const root = before.lastIndexOf('resource');
    if (before.at(-2) === 'labels')
      return matching(
        vocabulary.facets.filter(({ name }) => isPlainName(name)),
        ({ name }) => name,
        needle,
        MAX,
      ).map(({ name, values }) => ({ insert: name, hint: plural(values.length, 'value') }));
    if (root < 0) return [];
    const prefix = before
      .slice(root + 1)
      .join('')
      .slice(1);
    return vocabulary.paths
      .filter((path) => path.startsWith(prefix + needle))
      .map((path) => ({ insert: path.slice(prefix.length), hint: 'in the document' }));
  }
  if (last === '(' && before.at(-2) === 'exists') return fitting(operands(vocabulary).slice(1));
  if (last === '(' && before.at(-2) === 'search') return [];
  if (last === '(' && before.at(-2) === 'equals')
    return fitting([...operands(vocabulary), ...documentPaths(vocabulary)]);
  if (last === undefined || last === '&&' || last === '||' || last === '!' || last === '(')
    return fitting([...operands(vocabulary), ...functions, ...documentPaths(vocabulary)]);
  if (written !== '') return [];
  const here = condition(before);
  const isWhole = here.includes('==') || here.includes('!=') || last === ')';
  return isWhole ? connectors : leftOf(before) || before.includes('resource') ? comparisons : [];
}

/** Suggestions at the caret of a query. */
export function querySuggestions(text: string, caret: number, vocabulary: Vocabulary): readonly Suggestion[] {
  const { before, written, from } = read(text, caret);
  return pieces(before, written, vocabulary).flatMap(({ insert, hint }): Suggestion[] => {
    if (insert === written) return [];
    const needsBlank = from > 0 && from === caret && /[\w"`)\]]$/.test(text.slice(0, from)) && !/^[."]/.test(insert);
    const start = `${text.slice(0, from)}${needsBlank ? ' ' : ''}${insert}`;
    // The characters that close the key are already behind the caret.
    const rest = insert.endsWith('"]') ? text.slice(caret).replace(/^"?\]/, '') : text.slice(caret);
    return [{ kind: 'complete', label: insert, hint, text: start + rest, caret: start.length }];
  });
}
