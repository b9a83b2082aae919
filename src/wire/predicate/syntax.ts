// Expressions in Go syntax. List queries, rule conditions and label expressions build on them.
import { syntaxFault } from './fault.ts';
import { tokenize, type Token } from './tokens.ts';

export type Syntax = { at: number } & (
  | { kind: 'text'; value: string }
  | { kind: 'number'; text: string }
  | { kind: 'char' }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Syntax; name: string }
  | { kind: 'index'; of: Syntax; key: Syntax }
  | { kind: 'call'; fn: Syntax; args: Syntax[] }
  | { kind: 'unary'; op: string; of: Syntax }
  | { kind: 'binary'; op: string; left: Syntax; right: Syntax }
  /** A whole chain of one operator, so that a long query does not nest. */
  | { kind: 'chain'; op: '&&' | '||'; terms: Syntax[] }
);

/** Limits far above what people write. */
const MAX_CHARS = 50_000;
const MAX_DEPTH = 100;

const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  ...Object.fromEntries(['==', '!=', '<', '<=', '>', '>='].map((op) => [op, 3])),
  ...Object.fromEntries(['+', '-', '|', '^'].map((op) => [op, 4])),
  ...Object.fromEntries(['*', '/', '%', '<<', '>>', '&', '&^'].map((op) => [op, 5])),
};
const UNARY = ['+', '-', '!', '^', '&', '*', '<-'];

/** Throws a `FaultError`. Messages and positions match the reference where they were recorded. */
export function parseSyntax(source: string): Syntax {
  if (source.length > MAX_CHARS) throw syntaxFault(source, 0, `the expression is longer than ${MAX_CHARS} characters`);
  return new Parser(source).whole();
}

class Parser {
  #source: string;
  #tokens: Token[];
  #next = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokenize(source);
  }

  whole(): Syntax {
    const syntax = this.#binary(1);
    if (this.#token.kind === 'newline') this.#next++;
    if (this.#token.kind !== 'end') throw this.#expected("'EOF'");
    return syntax;
  }

  get #token(): Token {
    const token = this.#tokens[Math.min(this.#next, this.#tokens.length - 1)];
    if (!token) throw syntaxFault(this.#source, 0, 'empty');
    return token;
  }

  #isSymbol(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === symbol;
  }

  #take(symbol: string): void {
    if (!this.#isSymbol(symbol)) throw this.#expected(`'${symbol}'`);
    this.#next++;
  }

  #fault(message: string) {
    return syntaxFault(this.#source, this.#token.at, message);
  }

  #expected(noun: string) {
    const { kind, text } = this.#token;
    const quoted = kind === 'symbol' || kind === 'keyword' || kind === 'end';
    return this.#fault(`expected ${noun}, found ${kind === 'newline' ? 'newline' : quoted ? `'${text}'` : text}`);
  }

  /** Every recursion passes here, so that the depth is limited. */
  #deeper(read: () => Syntax): Syntax {
    if (++this.#depth > MAX_DEPTH) throw this.#fault(`nested deeper than ${MAX_DEPTH} levels`);
    const syntax = read();
    this.#depth--;
    return syntax;
  }

  /** Parses operators of at least this precedence, from left to right. */
  #binary(lowest: number): Syntax {
    let left = this.#unary();
    let links = 0;
    for (;;) {
      const { kind, text: op, at } = this.#token;
      if (kind !== 'symbol') return left;
      if (op === '=') throw this.#expected("'=='");
      const precedence = PRECEDENCE[op];
      if (precedence === undefined || precedence < lowest) return left;
      this.#next++;
      const right = this.#deeper(() => this.#binary(precedence + 1));
      if (op === '&&' || op === '||') left = join(op, left, right);
      else {
        if (++links > MAX_DEPTH) throw this.#fault(`nested deeper than ${MAX_DEPTH} levels`);
        left = { kind: 'binary', at, op, left, right };
      }
    }
  }

  #unary(): Syntax {
    const { kind, text: op, at } = this.#token;
    if (kind !== 'symbol' || !UNARY.includes(op)) return this.#primary();
    this.#next++;
    return { kind: 'unary', at, op, of: this.#deeper(() => this.#unary()) };
  }

  /** An operand with its members, keys and arguments. */
  #primary(): Syntax {
    let syntax = this.#operand();
    for (let links = 0; ; links++) {
      if (links > MAX_DEPTH) throw this.#fault(`nested deeper than ${MAX_DEPTH} levels`);
      const { at } = syntax;
      if (this.#isSymbol('.')) {
        this.#next++;
        const { kind, text: name } = this.#token;
        if (kind !== 'name') throw this.#expected('selector or type assertion');
        this.#next++;
        syntax = { kind: 'member', at, of: syntax, name };
      } else if (this.#isSymbol('[')) {
        this.#next++;
        const key = this.#deeper(() => this.#binary(1));
        this.#take(']');
        syntax = { kind: 'index', at, of: syntax, key };
      } else if (this.#isSymbol('(')) syntax = { kind: 'call', at, fn: syntax, args: this.#args() };
      else return syntax;
    }
  }

  #args(): Syntax[] {
    const args: Syntax[] = [];
    this.#take('(');
    while (!this.#isSymbol(')')) {
      args.push(this.#deeper(() => this.#binary(1)));
      if (this.#isSymbol(')')) break;
      if (!this.#isSymbol(',')) {
        const newline = this.#token.kind === 'newline' ? ' before newline' : '';
        throw this.#fault(`missing ','${newline} in argument list`);
      }
      this.#next++;
    }
    this.#next++;
    return args;
  }

  #operand(): Syntax {
    const token = this.#token;
    const { at } = token;
    if (this.#isSymbol('(')) {
      this.#next++;
      const syntax = this.#deeper(() => this.#binary(1));
      this.#take(')');
      return syntax;
    }
    switch (token.kind) {
      case 'name':
        this.#next++;
        return { kind: 'name', at, name: token.text };
      case 'text':
        this.#next++;
        return { kind: 'text', at, value: token.value };
      case 'number':
        this.#next++;
        return { kind: 'number', at, text: token.text };
      case 'char':
        this.#next++;
        return { kind: 'char', at };
      default:
        throw this.#expected('operand');
    }
  }
}

/** Extends a chain of the same operator in place, since a long query has many terms. */
function join(op: '&&' | '||', left: Syntax, right: Syntax): Syntax {
  if (left.kind === 'chain' && left.op === op) {
    left.terms.push(right);
    return left;
  }
  return { kind: 'chain', at: left.at, op, terms: [left, right] };
}
