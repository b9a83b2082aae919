import { describe, expect, test } from 'vitest';
import { compileLabelExpression } from './labelExpression.ts';

const traits = { team: ['core', 'web'], mail: ['ada@example.test'], single: ['x'] };
const labels = { env: 'prod', team: 'core', 'aws/zone': 'eu-1', empty: '' };

const cases: [string, boolean][] = [
  ['labels["env"] == "prod"', true],
  ['labels.env == "prod"', true],
  ['labels["env"] == "Prod"', false],
  ['labels["env"] != "prod"', false],
  ['labels["nothing"] == ""', true],
  ['labels["constructor"] == ""', true],
  ['labels["aws/zone"] == `eu-1` && labels["team"] != "web"', true],
  ['labels["env"] == "dev" || labels["team"] == "core"', true],
  ['!(labels["env"] == "dev")', true],
  ['contains(user.spec.traits["team"], labels["team"])', true],
  ['contains(user.spec.traits["team"], labels["env"])', false],
  ['contains(user.spec.traits["nothing"], labels["env"])', false],
  ['contains(labels["env"], "prod")', true],
  ['contains_any(user.spec.traits["team"], labels["team"])', true],
  ['contains_any(user.spec.traits["team"], user.spec.traits["nothing"])', false],
  ['contains_all(user.spec.traits["team"], user.spec.traits["team"])', true],
  ['contains_all(user.spec.traits["team"], user.spec.traits["nothing"])', false],
  ['contains_all(user.spec.traits["single"], user.spec.traits["team"])', false],
  ['regexp.match(labels["aws/zone"], "^eu-")', true],
  ['regexp.match(user.spec.traits["team"], "^w.b$")', true],
  ['regexp.match(labels["env"], "^dev")', false],
  ['contains(regexp.replace(user.spec.traits["team"], "^c(.*)$", "$1"), "ore")', true],
  ['contains(email.local(user.spec.traits["mail"]), "ada")', true],
  ['contains(strings.upper(labels["env"]), "PROD")', true],
  ['contains(strings.lower(strings.upper(labels["env"])), "prod")', true],
  ['contains(labels_matching("aws/*"), "eu-1")', true],
  ['contains(labels_matching("^(env|team)$"), "core")', true],
  ['contains(labels_matching("gcp/*"), "eu-1")', false],
];

for (const [text, matches] of cases) {
  test(`${text} is ${matches}`, () => {
    const selector = compileLabelExpression(text, traits);
    if (selector.kind !== 'selector') throw new Error(JSON.stringify(selector));
    expect(selector.matches(labels)).toBe(matches);
  });
}

describe('reports errors at compile time', () => {
  const faults: [string, string][] = [
    ['labels["env"] ==', 'expected operand'],
    ['labels["env"]', 'not a condition'],
    ['labels["env"] < "b"', 'unsupported operator: <'],
    ['user.metadata.name == "ada"', 'identifier "user.metadata.name" is not defined'],
    ['user.spec.traits["a"]["b"] == "x"', 'is not defined'],
    ['search("x")', 'unsupported function: search'],
    ['regexp.match(labels["env"], "(")', ''],
    ['regexp.match(labels["env"], labels["pattern"])', 'the pattern must be a string in quotes'],
    ['labels_matching(labels["env"])', 'the pattern must be a string in quotes'],
    ['contains(regexp.replace(labels["env"], "a", user.spec.traits["team"]), "x")', 'a replacement must be a string'],
  ];
  for (const [text, message] of faults) {
    test(text, () => {
      expect(compileLabelExpression(text, traits)).toMatchObject({
        kind: 'fault',
        message: expect.stringContaining(message),
      });
    });
  }
});

test('an empty expression is an empty selector', () => {
  expect(compileLabelExpression(' \n', traits)).toEqual({ kind: 'empty' });
});
