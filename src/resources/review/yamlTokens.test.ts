import { expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { Random, fuzzRounds } from '../../../tests/support/random.ts';
import { tokenizeYaml, YAML_START } from './yamlTokens.ts';

/** One letter for each character: its token kind. */
function paint(text: string): string {
  let state = YAML_START;
  const letters = { key: 'k', text: 't', value: 'v', comment: 'c', punct: 'p', blank: ' ' };
  return text
    .split('\n')
    .map((line) => {
      const split = tokenizeYaml(line, state);
      state = split.state;
      return split.tokens
        .map(({ start, kind }, i) => letters[kind].repeat((split.tokens[i + 1]?.start ?? line.length) - start))
        .join('');
    })
    .join('\n');
}

test.each([
  ['kind: role', 'kkkkp tttt'],
  ['  # a note', '  cccccccc'],
  ['logins: [root, "a: b", 7]', 'kkkkkkp pttttp ttttttp vp'],
  ["- '{{internal.logins}}'", 'p ttttttttttttttttttttt'],
  ['- - a', 'p p t'],
  ["'*': '*'", 'kkkp ttt'],
  ['"a" : b', 'kkk p t'],
  ['max: 30h0m0s # long', 'kkkp ttttttt cccccc'],
  ['a: no', 'kp vv'],
  ['a: none of it', 'kp tttttttttt'],
  ['a: http://x:1/#b', 'kp ttttttttttttt'],
  ['{env: prod, url: http://x}', 'pkkkp ttttp kkkp ttttttttp'],
  ['where: contains(a, b.c)', 'kkkkkp tttttttttttttttt'],
  ['a: &x !!str 5', 'kp vv vvvvv v'],
  ['---', 'ppp'],
  ['- ---', 'p ttt'],
  ["it's: x", 'kkkkp t'],
  [']', 't'],
  ['a:', 'kp'],
])('%s', (line, painted) => expect(paint(line)).toBe(painted));

test.each([
  ['a block scalar ends with its indentation', 'm: |\n  a: b\n\n  # c\nn: 1', 'kp p\ntttttt\n\nttttt\nkp v'],
  ['a block scalar in a list item ends with the item', '- a: >-\n    x: y\n  b: c', 'p kp pp\ntttttttt\n  kp t'],
  ['quotes continue over lines', 'a: "x\n  y: z" # c', 'kp tt\nttttttt ccc'],
  ['brackets continue over lines', 'b: [1,\n  two: 3]\nc: d', 'kp pvp\n  kkkp vp\nkp t'],
])('%s', (_, text, painted) => expect(paint(text)).toBe(painted));

test('the tokens of any line are in order and start at its beginning', () => {
  const random = new Random(7);
  const chars = Array.from(' \t:#-?[]{},&*!|>\'"%@`ab1\\~');
  for (let round = 0; round < fuzzRounds(20_000); round++) {
    const line = Array.from({ length: random.below(20) }, () => random.pick(chars)).join('');
    const state = {
      depth: random.below(3),
      quote: random.pick(['', "'", '"'] as const),
      block: random.pick([-2, -1, 0, 3]),
    };
    const { tokens } = tokenizeYaml(line, state);
    if (line) expect(tokens[0]?.start, line).toBe(0);
    tokens.forEach((token, i) => i > 0 && expect(token.start, line).toBeGreaterThan(tokens[i - 1]!.start));
  }
});

test('tokenizes a very long line fast', () => {
  for (const piece of ['"', "'", ' ', '\t#', ': ', 'a', '[', '\\', 'a ', '&', '\\"']) {
    const spentMs = cpuClock();
    tokenizeYaml(piece.repeat(200_000), YAML_START);
    expect(spentMs(), JSON.stringify(piece)).toBeLessThan(400);
  }
});
