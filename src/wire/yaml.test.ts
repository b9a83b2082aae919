import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { fuzzRounds, Random } from '../../tests/support/random.ts';
import printed from '../../tests/fixtures/printed-documents.json' with { type: 'json' };
import { locate, parseYaml, printYaml } from './yaml.ts';

function read(text: string): unknown {
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`${parsed.line}:${parsed.column} ${parsed.message}`);
  return parsed.value;
}

describe('plain scalars have the values of the reference parser', () => {
  test.each([
    ['yes', true],
    ['Yes', true],
    ['YES', true],
    ['on', true],
    ['y', true],
    ['Y', true],
    ['true', true],
    ['no', false],
    ['off', false],
    ['Off', false],
    ['n', false],
    ['N', false],
    ['False', false],
    ['yEs', 'yEs'],
    ['oN', 'oN'],
    ['yess', 'yess'],
    ['~', null],
    ['null', null],
    ['Null', null],
    ['', null],
    ['nil', 'nil'],
    ['0', 0],
    ['-0', -0],
    ['12', 12],
    ['+12', 12],
    ['-12', -12],
    ['1_000', 1000],
    ['0644', 420],
    ['-0644', -420],
    ['0o644', 420],
    ['0x1F', 31],
    ['0b101', 5],
    ['08', 8],
    ['0899', 899],
    ['1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['1.5e-3', 0.0015],
    ['-.inf', -Infinity],
    ['.INF', Infinity],
    ['1.2.3', '1.2.3'],
    ['0x', '0x'],
    ['0b2', '0b2'],
    ['.', '.'],
    ['"-"', '-'],
    ['1e', '1e'],
    ['_1', '_1'],
    ['+.nan', '+.nan'],
    ['.iNf', '.iNf'],
    ['12:30:45', '12:30:45'],
    ['190:20:30.15', '190:20:30.15'],
    ['2001-12-14', '2001-12-14'],
    ['2001-12-14T21:59:43Z', '2001-12-14T21:59:43Z'],
    ["'yes'", 'yes'],
    ['"5"', '5'],
    ['!!str 5', '5'],
    ['! 5', '5'],
  ])('%s', (text, value) => {
    expect(read(`a: ${text}`)).toEqual({ a: value });
  });
  test('.nan', () => {
    expect(read('a: .nan')).toEqual({ a: NaN });
  });
  test('keys are converted to text', () => {
    expect(read('on: 1\n1: 2\n~: 3\n"on": 4')).toEqual({ true: 1, 1: 2, null: 3, on: 4 });
  });
});

describe('reads a document with', () => {
  test.each([
    ['no content', '', null],
    ['blank lines and a comment', '\n# c\n\n', null],
    ['a byte order mark', '\ufeffa: 1', { a: 1 }],
    ['carriage returns', 'a: 1\r\nb:\r\n- 2\r\n', { a: 1, b: [2] }],
    ['JSON', '{"a":[1,true,null,"\\u00e9\\ud83d\\ude00\\/"]}', { a: [1, true, null, 'é😀/'] }],
    ['JSON indented with tabs', '{\n\t"a":\t1,\n\t"b": [\n\t\t1\n\t]\n}', { a: 1, b: [1] }],
    ['the JSON key __proto__', '{"__proto__":{"a":1}}', JSON.parse('{"__proto__":{"a":1}}')],
    ['a merge key', 'x: &x {a: 1, b: 2}\nz: {<<: *x, b: 3}', { x: { a: 1, b: 2 }, z: { a: 1, b: 3 } }],
    ['a scalar', 'hello', 'hello'],
    ['a document start marker', '---\na: 1\n', { a: 1 }],
    ['comments and directives before the marker', '# c\n%YAML 1.1\n---\na: 1\n', { a: 1 }],
    ['two documents, of which it reads the first', 'a: 1\n---\nb: 2\n', { a: 1 }],
    ['an error after the first document', 'a: 1\n---\n{ [', { a: 1 }],
    ['text after the document end marker', 'a: 1\n...\n{ [', { a: 1 }],
    ['an empty first document', '---\n---\na: 1', null],
    ['dashes that are not a marker', 'a: ---\nb: |\n  ---\n', { a: '---', b: '---\n' }],
  ])('%s', (_name, text, value) => expect(read(text)).toEqual(value));

  test('aliases, which become independent copies', () => {
    const value = read('a: &x {k: [1]}\nb: *x') as { a: { k: number[] }; b: { k: number[] } };
    value.a.k.push(2);
    expect(value.b).toEqual({ k: [1] });
  });
});

describe('reports the position of an error', () => {
  test.each([
    ['a: 1\nb:\n\t- c', 3, 1, /tab/],
    ['a: 1\nb: 2\na: 3', 3, 1, /duplicated/],
    ['{"a": 1, "a": 2}', 1, 11, /duplicated/],
    ['a: [1, 2', 1, 9, /flow collection/],
    ['a:\r\n  b: "x', 2, 8, /double quoted/],
    ['a: b: c', 1, 5, /mapping/],
    ['a: *nobody', 1, 4, /no anchor/],
    ['a: &x\n  - *x', 2, 5, /inside/],
    ['a: !custom 1', 1, 4, /tag/],
    ['a: \0', 1, 4, /null byte/],
    ['\ufeffa: [', 1, 5, /flow collection/],
  ])('%j', (text, line, column, message) => {
    const parsed = parseYaml(text);
    expect(parsed).toMatchObject({ ok: false, line, column });
    expect(!parsed.ok && parsed.message).toMatch(message);
  });
});

/** A parser with a fault takes minutes or never ends. A correct parser on a busy machine takes seconds. */
const TIME_LIMIT_MS = 15_000;

describe('refuses hostile texts quickly', () => {
  const bomb = Array.from(
    { length: 12 },
    (_, i) =>
      `a${i}: &a${i} [${
        i === 0
          ? '1'
          : Array(10)
              .fill(`*a${i - 1}`)
              .join(', ')
      }]`,
  ).join('\n');
  const chain = Array.from({ length: 400 }, (_, i) => `a${i}: &a${i} [${i === 0 ? '1' : `*a${i - 1}`}]`).join('\n');
  test.each([
    ['an alias bomb', bomb, /expand to more than/],
    ['nested aliases', chain, /nested too deeply/],
    ['many aliases', `a: &a 1\nb: [${'*a, '.repeat(1001)}]`, /aliases/],
    ['nested brackets', '['.repeat(100_000), /maxDepth/],
    ['nested braces', '{a: '.repeat(100_000), /maxDepth/],
    ['nested dashes', '- '.repeat(100_000), /maxDepth/],
    ['a text over the size limit', 'x'.repeat(5_000_000), /longer than/],
    [
      'many merge keys',
      `x: &x {${Array.from({ length: 200 }, (_, i) => `k${i}: 1`).join(', ')}}\n${Array.from({ length: 200 }, (_, i) => `m${i}: {<<: *x}`).join('\n')}`,
      /merge keys/,
    ],
    ['carriage returns before a marker', `${'\r\n'.repeat(50_000)}x\r\n---`, undefined],
  ])('%s', (_name, text, message) => {
    const spentMs = cpuClock();
    const parsed = parseYaml(text);
    expect(spentMs()).toBeLessThan(TIME_LIMIT_MS);
    if (message) expect(!parsed.ok && parsed.message).toMatch(message);
  });

  test('the time for an ordinary document grows linearly with its length', () => {
    const item =
      '- kind: role\n  metadata: {name: abc}\n  spec:\n    allow:\n      logins: [a, "b"]\n      node_labels:\n        env: prod\n';
    const items = Math.floor(2_000_000 / item.length);
    const msFor = (count: number) => {
      const spentMs = cpuClock();
      expect(read(item.repeat(count))).toHaveLength(count);
      return spentMs();
    };
    const few = Math.floor(items / 8);
    msFor(few); // warms up
    const eighth = Math.max(...[1, 2, 3].map(() => msFor(few)));
    expect(msFor(items)).toBeLessThan(8 * 6 * eighth); // quadratic growth would take 64 times as long
  });

  test('random text is parsed or refused quickly', { timeout: 300_000 }, () => {
    const random = new Random(11);
    const parts = [
      'a',
      ': ',
      '- ',
      '? ',
      '\n',
      '\n  ',
      '\n    ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '&a ',
      '*a',
      '!t ',
      '|',
      '>',
      '|2-\n',
      '#',
      '%',
      '---\n',
      '...\n',
      '<<',
      '\t',
      '\r',
      '\ufeff',
      '\u2028',
      '\0',
      '0',
      '~',
      '\\',
      'é',
      '\ud800',
    ] as const;
    for (let round = 0; round < fuzzRounds(20_000); round++) {
      const text = Array.from({ length: random.below(40) }, () => random.pick(parts)).join('');
      const spentMs = cpuClock();
      const parsed = parseYaml(text);
      if (spentMs() > TIME_LIMIT_MS) throw new Error(`slow: ${JSON.stringify(text)}`);
      if (!parsed.ok && !(parsed.line >= 1 && parsed.column >= 1 && parsed.message))
        throw new Error(JSON.stringify(text));
    }
  });
});

describe('printing', () => {
  test.each(printed)('equals the output of a server (%#)', (text) => {
    expect(printYaml(read(text))).toBe(text);
  });

  test('quotes as a server does', () => {
    expect(
      printYaml({
        b: true,
        a: { z: 1, y: [] },
        c: ['true', '5', '', '*', 'a: b', "it's", 'plain text', '2001-12-14', '12:30', 'y'],
        d: 'two\nlines\n',
        on: {},
        none: undefined,
        n: null,
      }),
    ).toBe(`a:
  "y": []
  z: 1
b: true
c:
- "true"
- "5"
- ""
- '*'
- 'a: b'
- it's
- plain text
- "2001-12-14"
- "12:30"
- "y"
d: |
  two
  lines
"n": null
"on": {}
`);
  });

  test('and parsing keeps random documents unchanged', { timeout: 300_000 }, () => {
    const random = new Random(5);
    for (let round = 0; round < 3000; round++) {
      const value = document(random, 4);
      const text = printYaml(value);
      const back = parseYaml(text);
      expect(back, text).toEqual({ ok: true, value });
      expect(printYaml(back.ok && back.value)).toBe(text);
    }
  });
});

const WORDS = [
  '',
  'a',
  'env',
  'yes',
  'n',
  'on',
  '~',
  'null',
  '0644',
  '1e3',
  '.5',
  '12:30',
  '2001-12-14',
  '<<',
  '=',
  '---',
  '...',
  '- a',
  'a: b',
  'a #b',
  '#',
  '*',
  '&a',
  '!x',
  '%',
  '@',
  '`',
  '|',
  '>',
  '{{internal.logins}}',
  '[',
  ' lead',
  'trail ',
  'tab\there',
  'two\nlines',
  'two\n\nlines\n\n',
  '\n',
  '\n lead',
  '  \n',
  '\r',
  'a\r\nb',
  "it's",
  '"q"',
  '\\',
  'é🐢',
  '\u2028',
  '\ufeff',
  '\x7f',
  '\x85',
  '\0',
  '\u001b[1m',
  '\ud800',
  'x'.repeat(200),
  'long words '.repeat(20),
  '__proto__',
  'constructor',
];

function document(random: Random, depth: number): unknown {
  const kind = random.below(depth > 0 ? 8 : 6);
  if (kind < 3) return random.pick(WORDS) + (random.chance(0.2) ? random.pick(WORDS) : '');
  if (kind === 3) return random.pick([0, 1, -1, 420, 1.5, 1e21, 1e-7, 2 ** 53, -0.001]);
  if (kind === 4) return random.pick([true, false, null]);
  if (kind === 5) return random.pick([[], {}]);
  const inner = () => document(random, depth - 1);
  if (kind === 6) return Array.from({ length: random.below(4) }, inner);
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(WORDS), inner()]));
}

describe('locating a value', () => {
  const text = `kind: role
spec:
  allow:
    logins: [root, 'two']
    'on': yes
    rules:
    - resources:
      - event
      verbs: ["list"]
    -   where: >
          a b
        empty:
  x: &x {k: 1}
  z: *x
---
kind: other
`;
  test.each([
    [[], 1, 1],
    [['kind'], 1, 7],
    [['spec'], 3, 3],
    [['spec', 'allow', 'logins'], 4, 13],
    [['spec', 'allow', 'logins', 0], 4, 14],
    [['spec', 'allow', 'logins', 1], 4, 20],
    [['spec', 'allow', 'on'], 5, 11],
    [['spec', 'allow', 'rules', 0, 'verbs', 0], 9, 15],
    [['spec', 'allow', 'rules', 1], 10, 9],
    [['spec', 'allow', 'rules', 1, 'where'], 11, 11],
    [['spec', 'allow', 'rules', 1, 'empty'], 12, 9],
    [['spec', 'x', 'k'], 13, 13],
    [['spec', 'z'], 14, 6],
  ])('finds %j at %i:%i', (path, line, column) => {
    expect(locate(text, path)).toEqual({ line, column });
    expect(locate(`\ufeff${text.replaceAll('\n', '\r\n')}`, path)).toEqual({ line, column });
  });
  test.each([
    [['nothing']],
    [['spec', 'allow', 'logins', 2]],
    [['spec', 0]],
    [['kind', 'x']],
    [['spec', 'z', 'k']],
    [['spec', 'allow', 'logins', 'a']],
    [['spec', 'allow', 'rules', -1]],
  ])('finds no position for %j', (path) => expect(locate(text, path)).toBeUndefined());
  test('finds a key that is parsed as a boolean by its converted name', () => {
    expect(locate('on: 1', ['true'])).toEqual({ line: 1, column: 5 });
    expect(locate('on: 1', ['on'])).toBeUndefined();
  });
  test('finds no position in an invalid text', () => {
    expect(locate('a: [', ['a'])).toBeUndefined();
  });
});
