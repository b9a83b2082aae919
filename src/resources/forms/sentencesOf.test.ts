import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { textOf } from '../../lib/sentence.ts';
import { inputsOf } from './form.ts';
import { sentencesOf } from './sentencesOf.ts';

const users: Resource = resourceNamed('users');
const plainForm = { ...users.form! };
delete plainForm.review;
/** The same form without the summary of its kind. */
const plain: Resource = { ...users, form: plainForm };
const sentences = (before: object, after: object) => {
  const row = (values: object): Row => ({ id: 'mara', name: 'mara', roles: [], traits: {}, ...values });
  return sentencesOf(plain, inputsOf(plain, 'edit'), row(before), row(after), undefined).map(textOf);
};

test('lists added and removed names individually and ignores the order', () => {
  expect(sentences({ roles: ['access', 'dev'] }, { roles: ['ops', 'access'] })).toEqual([
    'Adds ops to Roles',
    'Removes dev from Roles',
  ]);
  expect(sentences({ roles: ['access', 'dev'] }, { roles: ['dev', 'access'] })).toEqual([]);
});

test('names traits by their key', () => {
  expect(sentences({ traits: { logins: ['root'] } }, { traits: { logins: ['root', 'web'], team: ['core'] } })).toEqual([
    'Adds web to Traits › logins',
    'Adds core to Traits › team',
  ]);
});
