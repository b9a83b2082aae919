import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { parsedPredicate } from '../../../tests/support/parsed.ts';
import { evaluatePredicate, type PredicateItem } from './evaluate.ts';
import { printPredicate } from './print.ts';
import { parsePredicate } from './query.ts';

const item: PredicateItem = {
  name: 'web-1',
  labels: { env: 'prod', os: 'linux', empty: '', 'my key': 'v', type: 't' },
  resource: {
    kind: 'node',
    metadata: { name: '5f0c', labels: { env: 'prod', 'a/b': 'c' } },
    spec: { hostname: 'web-1', use_tunnel: true, port: 5, proxy_ids: ['p'], aws: { region: 'eu-west-1' }, cloud: '' },
  },
  searchValues: ['web-1', 'env', 'prod', '10.0.0.7:3022', 'Tokyo Bay'],
};

const evaluate = (text: string): boolean => evaluatePredicate(parsedPredicate(text), item);

describe('matches', () => {
  test.each([
    'labels["env"] == "prod"',
    'labels.env == "prod"',
    'labels[`env`] == `prod`',
    'labels.env != "dev"',
    'labels["my key"] == "v"',
    'labels["type"] == "t"',
    'labels.missing == ""',
    'labels.missing != "x"',
    'labels.empty == ""',
    'exists(labels.empty)',
    'exists(labels["env"])',
    '!exists(labels.missing)',
    'equals(labels.env, "prod")',
    'name == "web-1"',
    '"web-1" == name',
    '"prod" != labels.env',
    'labels.env != labels.env',
    'search("tokyo")',
    'search("web", "PROD")',
    'search("tokyo bay")',
    'search()',
    'resource.spec.hostname == "web-1"',
    'resource.spec.aws.region == "eu-west-1"',
    'resource.metadata.labels["a/b"] == "c"',
    'resource["kind"] == "node"',
    'resource.spec.nothing.at.all == ""',
    'resource.spec.cloud == ""',
    'resource.spec.use_tunnel != "true"',
    'resource.spec.port != "5"',
    'resource.spec.proxy_ids != "p"',
    'name != 1',
    '1 != 1',
    '1.5 != 1.5',
    'name == resource.spec.hostname',
    '!(name == "x")',
    '!!exists(labels.env)',
    '(((name == "web-1")))',
    'name == "x" || name == "web-1"',
    'name == "web-1" || name == "x" && name == "y"',
    '(name == "x" || name == "web-1") && labels.env == "prod"',
    'name == "web\\u002d1"',
    'name == "\\x77eb-\\061"',
    'labels != "x"',
    'resource != "x"',
    'search("a") != "x"',
    'name == "web-1" &&\n  labels.env == "prod"\n',
    '\tname=="web-1"&&!exists(labels.a)',
    'search("web",)',
  ])('%s', (text) => expect(evaluate(text)).toBe(true));
});

describe('does not match', () => {
  test.each([
    'labels.env == "dev"',
    'labels.ENV == "prod"',
    'labels.env == "Prod"',
    '"prod" == labels.env',
    'equals("prod", labels.env)',
    'labels.env == labels.env',
    'exists(labels.missing)',
    'labels.__proto__ != ""',
    'name == 1',
    '1 == 1',
    'labels == ""',
    'resource == ""',
    'resource.spec.use_tunnel == ""',
    'resource.spec.proxy_ids == "p"',
    'resource.spec.__proto__.x == "y"',
    'search("web", "osaka")',
    'search("env prod")',
    '(search("a") == search("a"))',
    'name == "a" == "b"',
    '!(name == "web-1" || name == "x")',
  ])('%s', (text) => expect(evaluate(text)).toBe(false));
});

describe('reports errors with the messages of the reference', () => {
  test.each([
    ['name ==', "1:8: expected operand, found 'EOF'", 7],
    ['name', 'expected boolean predicate, got unsupported type: string', 0],
    ['nonsense(name)', 'unsupported function: nonsense', 0],
    ["name == 'x'", "unsupported function argument type: 'CHAR'", 8],
    ['(labels.env == "prod"', "1:22: expected ')', found newline", 21],
    ['true', 'identifier "true" is not defined', 0],
    ['labels.env = "prod"', "1:12: expected '==', found '='", 11],
    ['web server', "1:5: expected 'EOF', found server", 4],
    ['1', 'expected boolean predicate, got unsupported type: int', 0],
    ['hasPrefix(name, "host")', 'unsupported function: hasPrefix', 0],
  ])('%s (recorded)', (text, message, at) => expect(parsePredicate(text)).toEqual({ ok: false, message, at }));

  test.each([
    ['', "1:1: expected operand, found 'EOF'", 0],
    ['   ', "1:4: expected operand, found 'EOF'", 3],
    ['name == "é" ü', "1:14: expected 'EOF', found ü", 12],
    ['name ==\n  ', "2:3: expected operand, found 'EOF'", 10],
    ['name\n== "x"', "2:1: expected 'EOF', found '=='", 5],
    ['name == "x', '1:9: string literal not terminated', 8],
    ['name == `x', '1:9: raw string literal not terminated', 8],
    ["name == 'x", '1:9: rune literal not terminated', 8],
    ["name == 'prod'", '1:9: illegal rune literal: use double quotes for strings', 8],
    ['name == "a\\q"', '1:11: unknown escape sequence', 10],
    ['name == "\\ud83d"', '1:10: unknown escape sequence', 9],
    ['name == "a\nb"', '1:9: string literal not terminated', 8],
    ['name @ "x"', "1:6: illegal character U+0040 '@'", 5],
    ['name == "x" && ', "1:16: expected operand, found 'EOF'", 15],
    ['== "x"', "1:1: expected operand, found '=='", 0],
    ['labels. == "x"', "1:9: expected selector or type assertion, found '=='", 8],
    ['labels.type == "x"', "1:8: expected selector or type assertion, found 'type'", 7],
    ['labels["env" == "x"', "1:20: expected ']', found newline", 19],
    ['search("a" "b")', "1:12: missing ',' in argument list", 11],
    ['search("a"', "1:11: missing ',' before newline in argument list", 10],
    ['name < "x"', '< is not supported', 5],
    ['name + "x"', '+ is not supported', 5],
    ['-1 == name', '- is not supported', 0],
    ['name == "a" || name', 'operator || expects conditions, got string', 15],
    ['!name == "x"', 'operator ! expects conditions, got string', 1],
    ['labels.a.b == "x"', 'only two fields are supported with identifier "labels", got 3: [labels a b]', 0],
    ['name.x == "x"', 'only one field are supported with identifier "name", got 2: [name x]', 0],
    ['host == "x"', 'identifier "host" is not defined', 0],
    ['"a"["b"] == "x"', 'a key in brackets must be a string after a name', 0],
    ['labels[name] == "x"', 'a key in brackets must be a string after a name', 0],
    ['exists(name)', 'function exists expects one label', 0],
    ['exists(labels.a, labels.b)', 'function exists expects one label', 0],
    ['exists(labels)', 'function exists expects one label', 0],
    ['search(labels.a)', 'function search expects strings', 0],
    ['search(1)', 'function search expects strings', 0],
    ['equals(name)', 'function equals expects two arguments', 0],
    ['regexp.match(name, "x")', 'unsupported function: regexp.match', 0],
    ['"x"("y")', 'unsupported function: ', 0],
    ['1.5', 'expected boolean predicate, got unsupported type: float64', 0],
    ['0x1f', 'expected boolean predicate, got unsupported type: int', 0],
    ['labels.env', 'expected boolean predicate, got unsupported type: label', 0],
    ['labels', 'expected boolean predicate, got unsupported type: labels', 0],
    ['if', "1:1: expected operand, found 'if'", 0],
  ])('%j', (text, message, at) => expect(parsePredicate(text)).toEqual({ ok: false, message, at }));
});

describe('limits', () => {
  test.each([
    ['parentheses', '('.repeat(1000) + 'name == "x"' + ')'.repeat(1000)],
    ['negations', '!'.repeat(10_000) + 'exists(labels.a)'],
    ['chained comparisons', 'name' + ' == name'.repeat(5000)],
    ['member accesses', 'resource' + '.a'.repeat(5000) + ' == ""'],
    ['nested calls', 'equals('.repeat(3000)],
    ['string literals', `name == "${'x'.repeat(60_000)}"`],
  ])('refuses excessive %s quickly', (_name, text) => {
    const spentMs = cpuClock();
    expect(parsePredicate(text).ok).toBe(false);
    expect(spentMs()).toBeLessThan(10_000);
  });

  test('a long chain of alternatives does not count as nesting', () => {
    const text = Array.from({ length: 1000 }, (_, i) => `labels["id"] == "${i}"`).join(' || ');
    expect(evaluate(text)).toBe(false);
    expect(evaluate(`${text} || name == "web-1"`)).toBe(true);
  });
});

test.each([
  [
    'labels.env=="a"&&(labels["b"]!=`c`||exists(labels.d))',
    'labels["env"] == "a" && (labels["b"] != "c" || exists(labels["d"]))',
  ],
  ['((name == "a"))', 'name == "a"'],
  ['!(name == "a")', '!(name == "a")'],
  ['!(search("a", "b c"))', '!search("a", "b c")'],
  ['equals(resource.spec["a b"].c, "x\\"y")', 'resource.spec["a b"].c == "x\\"y"'],
  ['(name == "a" && name == "b") || name == "c"', 'name == "a" && name == "b" || name == "c"'],
  ['resource.metadata["type"] == "x"', 'resource.metadata["type"] == "x"'],
  ['search("a") == 1', '(search("a")) == 1'],
  ['labels == name', 'labels == name'],
])('prints %s as %s', (text, printed) => {
  const parsed = parsePredicate(text);
  expect(parsed.ok && printPredicate(parsed.ast)).toBe(printed);
  const again = parsePredicate(printed);
  expect(again.ok && printPredicate(again.ast)).toBe(printed);
});
