import { expect, test } from 'vitest';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { changesOf, faultsOf, formSections, inputsOf, mergeValues, valuesOf } from './form.ts';

const resource: Resource = {
  name: 'things',
  label: ['Thing', 'Things'],
  icon: 'boxes',
  path: 'things',
  acl: 'users',
  wire: {
    list: { url: '', paging: 'whole', search: 'client', params: () => ({}), read: () => ({ rows: [], next: '' }) },
  },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', input: { required: true, readOnly: 'onEdit' } },
    { source: 'note', kind: 'text', label: 'Note', input: { check: (v) => (v === 'bad' ? 'Not bad' : undefined) } },
    { source: 'roles', kind: 'chips', label: 'Roles', input: { required: true, missing: 'At least one' } },
    { source: 'traits', kind: 'traits', label: 'Traits', input: {} },
    { source: 'made', kind: 'text', label: 'Made by', input: { readOnly: 'always' } },
    { source: 'seen', kind: 'text', label: 'Seen' },
  ],
  list: { title: 'name', sort: { field: 'name', order: 'ASC' }, search: '', empty: { title: '', text: '' } },
  form: {
    sections: [
      { title: 'Name', fields: ['name'] },
      { title: 'Rest', fields: ['note', 'roles', 'traits', 'made', 'seen'] },
    ],
    actions: 'More',
  },
};
const row: Row = { id: 'a', name: 'a', note: '', roles: ['x', 'y'], traits: { logins: ['root'] }, made: 'me', seen: 1 };
const sourcesOf = (mode: 'create' | 'edit' | 'read') =>
  formSections(resource, mode).map(({ fields }) =>
    fields.map(({ field, readOnly }) => field.source + (readOnly ? '!' : '')),
  );
const fields = inputsOf(resource, 'edit');

test('a create form has only the fields that can be set', () => {
  expect(sourcesOf('create')).toEqual([['name'], ['note', 'roles', 'traits']]);
});
test('an edit form shows read-only fields, except the name, which is in the heading', () => {
  expect(sourcesOf('edit')).toEqual([['note', 'roles', 'traits', 'made!']]);
});
test('all fields are read-only without the right to edit', () => {
  expect(sourcesOf('read')).toEqual([['note!', 'roles!', 'traits!', 'made!']]);
});

test.each<[Partial<Row>, string[]]>([
  [{}, []],
  [{ roles: ['y', 'x'] }, []],
  [{ traits: { logins: ['root'], db_users: [] } }, []],
  [{ roles: ['x'] }, ['roles']],
  [{ roles: ['x', 'z'] }, ['roles']],
  [{ note: 'n' }, ['note']],
  [{ note: undefined }, []],
  [{ traits: {} }, ['traits']],
])('with %j the changed fields are %j', (changed, sources) => {
  expect(changesOf(fields, valuesOf(fields, row), { ...valuesOf(fields, row), ...changed })).toEqual(sources);
});

test('reports missing and invalid values per field', () => {
  const faults = faultsOf(inputsOf(resource, 'create'), { name: '', roles: [], note: 'bad' });
  expect([...faults]).toEqual([
    ['name', 'Name is needed'],
    ['note', 'Not bad'],
    ['roles', 'At least one'],
  ]);
  expect(faultsOf(inputsOf(resource, 'create'), { name: 'n', roles: ['x'] }).size).toBe(0);
});

test('merges concurrent changes of lists and maps item by item', () => {
  const base = valuesOf(fields, row);
  const mine = { note: '', roles: ['x', 'mine'], traits: { logins: ['root'], db_users: ['mine'] } };
  const theirs = { note: 'theirs', roles: ['y', 'x', 'theirs'], traits: { logins: ['ubuntu'] } };
  expect(mergeValues(fields, base, mine, theirs)).toEqual({
    note: 'theirs',
    roles: ['x', 'theirs', 'mine'],
    traits: { logins: ['ubuntu'], db_users: ['mine'] },
  });
});
test('keeps my text when both changed the same field', () => {
  expect(mergeValues(fields, { note: 'a' }, { note: 'mine' }, { note: 'theirs' })).toMatchObject({ note: 'mine' });
});
test('keeps the server’s row when I changed nothing', () => {
  const base = valuesOf(fields, row);
  const theirs = { note: 'n', roles: ['z'], traits: {} };
  expect(changesOf(fields, theirs, mergeValues(fields, base, base, theirs))).toEqual([]);
});
