// Writes a value as unusual YAML: mixed quotes, blocks and brackets, comments, anchors, all kinds of indentation and
// line ends. The caller reads it back before use.
import { isObject } from '../../src/lib/json.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import type { Random } from './random.ts';

export function oddYaml(value: unknown, random: Random): string {
  const text = new OddWriter(random).write(value);
  const ended = random.chance(0.15) ? text.replaceAll('\n', '\r\n') : text;
  const whole = random.chance(0.1) ? ended.trimEnd() : ended;
  return (
    (random.chance(0.08) ? '\ufeff' : '') +
    (random.chance(0.1) ? `---${/\r\n/.test(whole) ? '\r\n' : '\n'}` : '') +
    whole
  );
}

class OddWriter {
  #random: Random;
  /** Anchors that may be referenced again, by their content. */
  #names = new Map<string, string>();
  #count = 0;
  /** Some documents have no comments: block texts and brackets do not allow them. */
  #comments: number;
  #anchors: boolean;

  constructor(random: Random) {
    this.#random = random;
    this.#comments = random.pick([0, 0.1, 0.3]);
    this.#anchors = random.chance(0.4);
  }

  write(value: unknown): string {
    const head = this.#random.chance(0.3) ? '# written by hand\n\n' : '';
    return `${head}${this.#block(value, 0).join('\n')}\n`;
  }

  #word(value: unknown, inBrackets: boolean): string {
    if (typeof value !== 'string') return JSON.stringify(value);
    const roll = this.#random.below(4);
    const single = `'${value.replaceAll("'", "''")}'`;
    const double = JSON.stringify(value);
    if (/[\n\t\r\u200b]|^ | $/.test(value) || roll === 0) return double;
    if (roll === 1) return single;
    const printed = printYaml(value).trimEnd();
    return inBrackets && /[,[\]{}]|^\*/.test(value) ? single : printed;
  }

  #inLine(value: unknown): string {
    const space = this.#random.pick(['', ' ']);
    if (Array.isArray(value))
      return `[${space}${value.map((item) => this.#inLine(item)).join(this.#random.pick([', ', ' ,  ']))}${space}]`;
    if (!isObject(value)) return this.#word(value, true);
    const fields = Object.entries(value).map(([key, inner]) => `${this.#word(key, true)}: ${this.#inLine(inner)}`);
    return `{${space}${fields.join(', ')}${space}}`;
  }

  #comment = (): string =>
    this.#random.chance(this.#comments) ? ` # ${this.#random.pick(['why', 'SEC-1: keep', '“said”', 'a: b'])}` : '';

  /** Lines at a column. The first has no blanks if it follows other text. */
  #block(value: unknown, column: number): string[] {
    if (isObject(value) && Object.keys(value).length > 0) return this.#fields(value, column);
    if (Array.isArray(value) && value.length > 0) return this.#items(value, column);
    return [' '.repeat(column) + this.#inLine(value)];
  }

  #fields(value: Readonly<Record<string, unknown>>, column: number): string[] {
    const blanks = ' '.repeat(column);
    return Object.entries(value).flatMap(([key, inner]) => [
      ...this.#between(blanks),
      ...this.#behind(`${blanks}${this.#word(key, false)}:`, inner, column, this.#random.pick([1, 2, 2, 4])),
    ]);
  }

  #items(value: readonly unknown[], column: number): string[] {
    const blanks = ' '.repeat(column);
    return value.flatMap((item) => {
      const between = this.#between(blanks);
      if (isObject(item) && Object.keys(item).length > 0 && this.#random.chance(0.6)) {
        const gap = this.#random.pick([1, 1, 3]);
        const lines = this.#fields(item, column + 1 + gap);
        const [first = '', ...rest] = lines.slice(lines.findIndex((line) => !/^\s*(#.*)?$/.test(line)));
        return [...between, `${blanks}-${' '.repeat(gap)}${first.trimStart()}`, ...rest];
      }
      return [...between, ...this.#behind(`${blanks}-`, item, column, 2)];
    });
  }

  #between(blanks: string): string[] {
    if (!this.#random.chance(this.#comments)) return [];
    return this.#random.pick([[''], [`${blanks}# of what follows`], ['# at the start', '']]);
  }

  /** A value after a key or a dash. */
  #behind(lead: string, value: unknown, column: number, indent: number): string[] {
    const json = JSON.stringify(value);
    const isPart = typeof value === 'object' && value !== null && json.length > 2;
    const known = this.#names.get(json);
    if (this.#anchors && isPart && known !== undefined && this.#random.chance(0.7))
      return [`${lead} *${known}${this.#comment()}`];
    let name = '';
    if (this.#anchors && isPart && known === undefined && this.#random.chance(0.3)) {
      name = ` &part${this.#count++}`;
      this.#names.set(json, name.slice(2));
    }
    if (typeof value === 'string' && /^[^\s].*\n/.test(value) && !/[\t\r]/.test(value) && this.#random.chance(0.7))
      return this.#lines(lead, value, column + indent);
    if (!isPart || this.#random.chance(0.3)) return [`${lead}${name} ${this.#inLine(value)}${this.#comment()}`];
    const dense = Array.isArray(value) && lead.endsWith(':') && this.#random.chance(0.4);
    return [`${lead}${name}${this.#comment()}`, ...this.#block(value, dense ? column : column + indent)];
  }

  #lines(lead: string, value: string, column: number): string[] {
    const ends = /\n*$/.exec(value)?.[0].length ?? 0;
    const chomp = ends === 0 ? '-' : ends === 1 ? '' : '+';
    const body = value.slice(0, value.length - ends).split('\n');
    return [
      `${lead} |${chomp}`,
      ...body.map((line) => (line === '' ? '' : ' '.repeat(column) + line)),
      ...Array<string>(Math.max(0, ends - 1)).fill(''),
    ];
  }
}
