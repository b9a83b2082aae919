import { parseClass, parseEscape } from './parseClass.ts';
import { LINE_FEED, not, NOTHING, single, type CharClass } from './charClass.ts';
import { PatternError, Reader } from './reader.ts';

export type Assertion = 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'wordEdge' | 'noWordEdge';

export type Node =
  | { kind: 'char'; set: CharClass; fold: boolean }
  | { kind: 'assert'; assertion: Assertion }
  | { kind: 'group'; of: Node; index: number; name: string }
  | { kind: 'sequence' | 'choice'; of: readonly Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number; lazy: boolean };

type Flags = { fold: boolean; multiline: boolean; dotAll: boolean; swapLazy: boolean };
const FLAG_LETTERS: Readonly<Record<string, keyof Flags>> = { i: 'fold', m: 'multiline', s: 'dotAll', U: 'swapLazy' };

const MAX_REPEAT = 1000;
const MAX_DEPTH = 100;
const ANY = not(NOTHING);

/** Throws a `PatternError` for everything that RE2 does not support, such as look-around and back-references. */
export function parsePattern(pattern: string): Node {
  const state: State = { reader: new Reader(pattern), groups: 0, depth: 0 };
  const node = parseChoice(state, { fold: false, multiline: false, dotAll: false, swapLazy: false });
  if (!state.reader.isAtEnd) throw new PatternError('a closing parenthesis without an opening one');
  return node;
}

type State = { reader: Reader; groups: number; depth: number };

function parseChoice(state: State, outer: Flags): Node {
  if (++state.depth > MAX_DEPTH) throw new PatternError('groups are nested too deeply');
  const flags = { ...outer }; // `(?i)` in the middle of a group applies to its end
  const choices = [parseSequence(state, flags)];
  while (state.reader.take('|')) choices.push(parseSequence(state, flags));
  state.depth--;
  return choices.length === 1 && choices[0] ? choices[0] : { kind: 'choice', of: choices };
}

function parseSequence(state: State, flags: Flags): Node {
  const { reader } = state;
  const parts: Node[] = [];
  while (!reader.isAtEnd && !reader.at('|') && !reader.at(')')) {
    if (reader.take('\\Q')) {
      parts.push(...Array.from(reader.until('\\E'), (character) => literal(character, flags)));
      continue;
    }
    const atom = parseAtom(state, flags);
    if (atom) parts.push(parseRepeat(reader, atom, flags));
  }
  return { kind: 'sequence', of: parts };
}

const literal = (character: string, { fold }: Flags): Node => ({
  kind: 'char',
  set: single(character.codePointAt(0) ?? 0),
  fold,
});

/** Returns undefined for `(?i)`, which only changes the flags of what follows. */
function parseAtom(state: State, flags: Flags): Node | undefined {
  const { reader } = state;
  const { fold, multiline, dotAll } = flags;
  if (reader.take('(')) return parseGroup(state, flags);
  if (reader.take('[')) return { kind: 'char', set: parseClass(reader), fold };
  if (reader.take('.')) return { kind: 'char', set: dotAll ? ANY : not(LINE_FEED), fold: false };
  if (reader.take('^')) return { kind: 'assert', assertion: multiline ? 'lineStart' : 'textStart' };
  if (reader.take('$')) return { kind: 'assert', assertion: multiline ? 'lineEnd' : 'textEnd' };
  if (reader.take('\\A')) return { kind: 'assert', assertion: 'textStart' };
  if (reader.take('\\z')) return { kind: 'assert', assertion: 'textEnd' };
  if (reader.take('\\b')) return { kind: 'assert', assertion: 'wordEdge' };
  if (reader.take('\\B')) return { kind: 'assert', assertion: 'noWordEdge' };
  if (reader.take('\\')) return { kind: 'char', set: parseEscape(reader), fold };
  const character = reader.next();
  if ('*+?'.includes(character)) throw new PatternError(`there is nothing to repeat before ${character}`);
  return literal(character, flags);
}

function parseGroup(state: State, flags: Flags): Node | undefined {
  const { reader } = state;
  let inner = flags;
  let index = 0;
  let name = '';
  if (reader.take('?P<') || reader.take('?<')) {
    name = reader.until('>');
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new PatternError('look-behind or a bad group name');
    index = ++state.groups;
  } else if (reader.take('?')) {
    const changed = parseFlags(reader, flags);
    if (reader.take(')')) {
      Object.assign(flags, changed);
      return undefined;
    }
    if (!reader.take(':')) throw new PatternError(`unknown group (?${reader.next()}`);
    inner = changed;
  } else index = ++state.groups;
  const of = parseChoice(state, inner);
  if (!reader.take(')')) throw new PatternError('a parenthesis is not closed');
  return index === 0 ? of : { kind: 'group', of, index, name };
}

function parseFlags(reader: Reader, flags: Flags): Flags {
  const changed = { ...flags };
  let value = true;
  for (;;) {
    const flag = FLAG_LETTERS[reader.peek];
    if (flag) changed[flag] = value;
    else if (reader.peek === '-' && value) value = false;
    else return changed;
    reader.next();
  }
}

function parseRepeat(reader: Reader, of: Node, flags: Flags): Node {
  const bounds = readBounds(reader);
  if (!bounds) return of;
  const lazy = reader.take('?') !== flags.swapLazy;
  if (readBounds(reader)) throw new PatternError('a repetition of a repetition');
  return { kind: 'repeat', of, ...bounds, lazy };
}

function readBounds(reader: Reader): { min: number; max: number } | undefined {
  if (reader.take('*')) return { min: 0, max: Infinity };
  if (reader.take('+')) return { min: 1, max: Infinity };
  if (reader.take('?')) return { min: 0, max: 1 };
  // Braces that are not a valid repetition are literal text.
  const [all, from = '', comma, to = ''] = reader.match(/\{(\d{1,9})(,(\d{0,9}))?\}/y) ?? [];
  if (all === undefined) return undefined;
  const min = Number(from);
  const max = comma === undefined ? min : to === '' ? Infinity : Number(to);
  if (min > MAX_REPEAT || (max !== Infinity && (max > MAX_REPEAT || max < min)))
    throw new PatternError(`the repetition ${all} is out of bounds`);
  return { min, max };
}
