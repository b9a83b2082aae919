import { expect, test } from 'vitest';
import { fuzzRounds, Random } from '../../../tests/support/random.ts';
import { evaluatePredicate } from './evaluate.ts';
import { quote, unquote } from './literals.ts';
import { printPredicate } from './print.ts';
import { parsePredicate } from './query.ts';
import { searchTokens } from './search.ts';

const PARTS = [
  'name',
  'labels',
  '.env',
  '["a b"]',
  'resource',
  '.spec',
  'exists(',
  'search(',
  'equals(',
  '(',
  ')',
  ',',
  '==',
  '!=',
  '=',
  '<',
  '&&',
  '||',
  '!',
  '"a"',
  '`b`',
  "'c'",
  '1',
  '1.5',
  ' ',
  '\n',
  '"',
  '`',
  "'",
  '\\',
  '[',
  ']',
  '.',
  '@',
  'é',
  '🐢',
  '\0',
  'type',
  '-',
] as const;
const SAMPLES = [
  'labels["env"] == "prod" && labels.os != "mac"',
  'name == "web-1" || search("tokyo")',
  '!exists(labels["team"])',
  'resource.spec.aws.region == "eu-west-1"',
] as const;

const item = { name: 'a', labels: { env: 'a' }, resource: { spec: 'a' }, searchValues: ['a'] };

test(
  'any text is parsed or refused with a position, and the printed predicate has the same result',
  { timeout: 300_000 },
  () => {
    const random = new Random(99);
    let read = 0;
    for (let round = 0; round < fuzzRounds(50_000); round++) {
      const text = random.chance(0.5)
        ? Array.from({ length: random.below(12) }, () => random.pick(PARTS)).join(random.chance(0.5) ? ' ' : '')
        : mutated(random, random.pick(SAMPLES));
      const parsed = parsePredicate(text);
      if (!parsed.ok) {
        if (!parsed.message || parsed.at < 0 || parsed.at > text.length)
          throw new Error(JSON.stringify([text, parsed]));
        continue;
      }
      read++;
      const again = parsePredicate(printPredicate(parsed.ast));
      if (!again.ok || evaluatePredicate(again.ast, item) !== evaluatePredicate(parsed.ast, item))
        throw new Error(text);
    }
    expect(read).toBeGreaterThan(100);
  },
);

function mutated(random: Random, text: string): string {
  const at = random.below(text.length);
  return text.slice(0, at) + (random.chance(0.5) ? random.pick(PARTS) : '') + text.slice(at + random.below(3));
}

test('every text can be quoted and unquoted without a change', () => {
  const random = new Random(4);
  for (let round = 0; round < 5000; round++) {
    const text = Array.from({ length: random.below(10) }, () =>
      random.pick(['a', '"', '\\', '\n', '\0', '\u2028', 'é', '🐢', '\x7f', '`']),
    ).join('');
    expect(unquote(quote(text).slice(1, -1))).toEqual({ ok: true, value: text });
  }
});

test.each([
  ['', []],
  ['  ', []],
  ['web prod', ['web', 'prod']],
  [' web  prod ', ['web', 'prod']],
  ['"web prod" x', ['web prod', 'x']],
  ['env="a b" x', ['env="a b', 'x']],
  ['"open to the end', ['open to the end']],
  ['""', []],
  ['" a "', ['a']],
])('the search %j has the tokens %j', (text, tokens) => expect(searchTokens(text)).toEqual(tokens));
