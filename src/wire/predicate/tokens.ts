import { syntaxFault } from './fault.ts';
import { unquote } from './literals.ts';

/** `text` is the source text, `value` the decoded value of a string literal. */
export type Token = { at: number; text: string } & (
  { kind: 'name' | 'keyword' | 'number' | 'char' | 'symbol' | 'newline' | 'end' } | { kind: 'text'; value: string }
);

const KEYWORDS = new Set(
  (
    'break case chan const continue default defer else fallthrough for func go goto if import interface map ' +
    'package range return select struct switch type var'
  ).split(' '),
);
const SYMBOL = /&&|\|\||==|!=|<=|>=|<<|>>|<-|&\^|:=|\+\+|--|\.\.\.|[-+*/%&|^<>=!()[\]{},.;:~]/y;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const NUMBER = /(?:[0-9]|\.[0-9])[0-9a-zA-Z_.]*/y;
const BLANK = /[ \t\r]+/y;

/** True for a key that can follow a dot. */
export const isPlainName = (text: string): boolean => /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(text) && !KEYWORDS.has(text);

/** After these tokens a line break ends the expression, as in Go. */
const endsOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'name' ||
    token.kind === 'number' ||
    token.kind === 'char' ||
    token.kind === 'text' ||
    (token.kind === 'symbol' && [')', ']', '}'].includes(token.text)));

/** The last token is `end`. A line break that ends an expression is a token `newline`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const match = (pattern: RegExp, at: number): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  for (let at = 0; at < source.length;) {
    const blank = match(BLANK, at);
    if (blank) {
      at += blank.length;
      continue;
    }
    if (source[at] === '\n') {
      if (endsOperand(tokens.at(-1))) tokens.push({ kind: 'newline', at, text: '\n' });
      at++;
      continue;
    }
    const token = readQuoted(source, at) ?? readPlain(at, match);
    if (!token) {
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';
      throw syntaxFault(source, at, `illegal character U+${code} '${character}'`);
    }
    tokens.push(token);
    at += token.text.length;
  }
  if (endsOperand(tokens.at(-1))) tokens.push({ kind: 'newline', at: source.length, text: '\n' });
  tokens.push({ kind: 'end', at: source.length, text: 'EOF' });
  return tokens;
}

function readPlain(at: number, match: (pattern: RegExp, at: number) => string | undefined): Token | undefined {
  const name = match(NAME, at);
  if (name) return { kind: KEYWORDS.has(name) ? 'keyword' : 'name', at, text: name };
  const number = match(NUMBER, at);
  if (number) return { kind: 'number', at, text: number };
  const symbol = match(SYMBOL, at);
  return symbol === undefined ? undefined : { kind: 'symbol', at, text: symbol };
}

function readQuoted(source: string, at: number): Token | undefined {
  const mark = source[at];
  if (mark === '`') {
    const end = source.indexOf('`', at + 1);
    if (end < 0) throw syntaxFault(source, at, 'raw string literal not terminated');
    const text = source.slice(at, end + 1);
    return { kind: 'text', at, text, value: text.slice(1, -1).replaceAll('\r', '') };
  }
  if (mark === '"') {
    const text = upTo(source, at, mark);
    if (text === undefined) throw syntaxFault(source, at, 'string literal not terminated');
    const value = unquote(text.slice(1, -1));
    if (!value.ok) throw syntaxFault(source, at + 1 + value.at, value.message);
    return { kind: 'text', at, text, value: value.value };
  }
  if (mark === "'") {
    const text = upTo(source, at, mark);
    if (text === undefined) throw syntaxFault(source, at, 'rune literal not terminated');
    if (!/^'(?:\\.+|.)'$/u.test(text))
      throw syntaxFault(source, at, 'illegal rune literal: use double quotes for strings');
    return { kind: 'char', at, text };
  }
  return undefined;
}

/** The literal up to the closing quote on the same line. A backslash escapes the next character. */
function upTo(source: string, at: number, mark: string): string | undefined {
  for (let end = at + 1; end < source.length && source[end] !== '\n'; end++) {
    if (source[end] === '\\') end++;
    else if (source[end] === mark) return source.slice(at, end + 1);
  }
  return undefined;
}
