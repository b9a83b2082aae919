import { expect, test } from 'vitest';
import type { Mark } from '../../access/explain/explainResource.ts';
import { fragmentOf, lineOf } from './fragment.ts';

const TEXT = `kind: role
metadata:
  name: lead
spec:
  deny:
    logins: [root]
    node_labels: { env: prod }
  allow:
    # Reviewed
    node_labels:
      'team': payments
    logins:
      - deploy
      - '{{internal.logins}}'
`;
const mark = (effect: Mark['effect'], ...path: (string | number)[]): Mark => ({ path, effect, words: path.join('.') });
const shown = (marks: Mark[]) =>
  fragmentOf(TEXT, marks).map(({ number, text, marks: own }) => [number, text, own.length]);

test('shows denied lines below their deny key', () => {
  expect(shown([mark('no', 'spec', 'deny', 'logins', 0), mark('no', 'spec', 'deny', 'node_labels', 'env')])).toEqual([
    [5, '  deny:', 0],
    [6, '    logins: [root]', 1],
    [7, '    node_labels: { env: prod }', 1],
  ]);
});

test('shows allowed lines below their parent key', () => {
  expect(
    shown([mark('yes', 'spec', 'allow', 'node_labels', 'team'), mark('yes', 'spec', 'allow', 'logins', 1)]),
  ).toEqual([
    [10, '  node_labels:', 0],
    [11, "    'team': payments", 1],
    [12, '  logins:', 0],
    [14, "    - '{{internal.logins}}'", 1],
  ]);
});

test('marks the nearest existing parent of a key that the text does not contain', () => {
  expect(shown([mark('gives', 'spec', 'allow', 'db_users')])).toEqual([[8, '  allow:', 1]]);
  expect(lineOf(TEXT, [mark('gives', 'spec', 'allow', 'db_users')])).toBe(8);
  expect(lineOf('', [])).toBeUndefined();
});
