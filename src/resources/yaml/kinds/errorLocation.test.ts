import { expect, test } from 'vitest';
import { readMessage } from './errorLocation.ts';

const document = {
  kind: 'app',
  version: 'v3',
  metadata: { name: 'wiki', labels: { env: 'prod' } },
  spec: { uri: 'http://a', twice: ['http://b', 'http://b'], rules: [{ claim: 'x' }, {}] },
};
const placeOf = (message: string) => readMessage(message, document)?.path.join('.');

test('a message that begins with its place is told without it', () => {
  expect(readMessage('spec.allow.rules[2].verbs: expected a list, got a string', document)).toEqual({
    path: ['spec', 'allow', 'rules', 2, 'verbs'],
    message: 'expected a list, got a string',
  });
});

test.each([
  ['spec.rules[1]: claim is missing', 'spec.rules.1.claim'],
  ['spec.client_id is missing', 'spec.client_id'],
  ['spec.github.allow[0] must set sub or repository', 'spec.github.allow.0'],
  ['unknown key spec.ury; did you mean uri?', 'spec.ury'],
  ['kind: expected "app", found "ap"', 'kind'],
  ['missing parameter Name', 'metadata.name'],
  ['invalid label key: "a b"', 'metadata.labels.a b'],
  ['resource with name "wiki" already exists', 'metadata.name'],
  ['nothing answers at "http://a"', 'spec.uri'],
])('%s is about %s', (message, place) => {
  expect(placeOf(message)).toBe(place);
});

test.each([
  'something new went wrong',
  'nothing answers at "http://b"',
  'http: no Host in request URL',
  'access denied to perform action "create" on "app"',
])('%s points nowhere', (message) => {
  expect(placeOf(message)).toBeUndefined();
});

test('what a kind says comes before what all say', () => {
  expect(readMessage('missing parameter Name', document, [[/^missing/, () => ['spec']]])?.path).toEqual(['spec']);
});
