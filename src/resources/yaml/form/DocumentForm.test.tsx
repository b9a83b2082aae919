// The form of a kind that no page has. The schema and the declaration determine its inputs.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DocumentForm as Form } from '../../../descriptors/documentTypes.ts';
import { field as input } from '../../../descriptors/forms/commonInputs.ts';
import type { Problem } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { DocumentForm } from './DocumentForm.tsx';

const FORM: Form = {
  title: 'A lamp',
  text: 'It shines.',
  sections: [
    {
      title: 'Light',
      inputs: [
        input('colour', 'Colour'),
        input('mode', 'Mode'),
        input('dim', 'Dimmed'),
        input('rooms', 'Rooms'),
        input('back', 'Way back', { copy: true }),
        input('token', 'Token'),
        input('people', 'People', {
          columns: [
            { source: 'house', label: 'House' },
            { source: 'may', label: 'May do', options: 'roles' },
          ],
          add: 'Add person',
        }),
      ],
    },
  ],
};
const TEXTS = { type: 'array', items: { type: 'string' } } as const;
const SCHEMA = {
  properties: {
    spec: {
      properties: {
        colour: { type: 'string', description: 'Any colour' },
        mode: { enum: ['warm', 'cold'] },
        dim: { type: 'boolean' },
        rooms: TEXTS,
        back: { type: ['string', 'array'] },
        token: { type: 'string' },
        people: { type: 'array', items: { properties: { house: { type: 'string' }, may: TEXTS } } },
      },
    },
  },
} as const;
const schema: LoadedSchema = { files: new Map([['lamp', SCHEMA]]), start: { schema: SCHEMA, file: 'lamp' } };

const onChange = vi.fn();
const onRename = vi.fn();
const onFix = vi.fn();
const onShow = vi.fn();
const onSecret = vi.fn();
const onFocus = vi.fn();
beforeEach(() => vi.clearAllMocks());

type Shown = Partial<Parameters<typeof DocumentForm>[0]>;
function open(spec: object | undefined, shown: Shown = {}) {
  const dataProvider = {
    getList: async () => ({ data: [{ id: 'access' }, { id: 'editor' }], total: 2 }),
  } as unknown as DataProvider;
  render(
    <CoreAdminContext dataProvider={dataProvider}>
      <DocumentForm
        form={FORM}
        secrets={[['spec', 'token']]}
        schema={schema}
        isNew={false}
        value={spec && { metadata: { name: 'desk' }, spec }}
        before={undefined}
        readAtMs={1}
        problems={[]}
        typed={[]}
        off={undefined}
        fixed={undefined}
        lit={undefined}
        tools={{ change: onChange, rename: onRename, fix: onFix, show: onShow }}
        onSecret={onSecret}
        onFocus={onFocus}
        {...shown}
      />
    </CoreAdminContext>,
  );
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('the schema determines each input, and a change has the path of its field', async () => {
  open({ colour: 'red', mode: 'warm', dim: true, rooms: ['hall'], back: ['https://a'] });
  expect(screen.getByText('Any colour')).toBeTruthy();
  await userEvent.type(field('Colour'), 'd');
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'colour'], 'redd');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mode' }), 'cold');
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'mode'], 'cold');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Dimmed' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'dim'], undefined);
  await userEvent.click(screen.getByRole('button', { name: 'Remove hall' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'rooms'], undefined);
  // A list with one item that is shown as text stays a list.
  await userEvent.type(field('Way back'), 'b');
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'back'], ['https://ab']);
});

test('a list that is too long for a form links to the text', async () => {
  open({ rooms: Array.from({ length: 501 }, (_, i) => `room-${i}`) });
  expect(screen.getByText('Only in YAML: 501 entries are too many for a form')).toBeTruthy();
  expect(screen.queryByText('room-7')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show Rooms in the text' }));
  expect(onShow).toHaveBeenLastCalledWith(['spec', 'rooms']);
});

test('a list of objects has a row per item and can be edited, extended and shortened', async () => {
  open({ people: [{ house: 'north', may: ['access'] }] });
  const line = screen.getByRole('group', { name: 'People 1' });
  await userEvent.type(await within(line).findByRole('combobox', { name: 'May do' }), 'edi');
  await userEvent.click(await screen.findByRole('option', { name: 'editor' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people', 0, 'may'], ['access', 'editor']);
  await userEvent.type(within(line).getByRole('textbox', { name: 'House' }), '!');
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people', 0, 'house'], 'north!');
  await userEvent.click(screen.getByRole('button', { name: 'Add person' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people', 1], { house: 'north', may: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Remove People 1' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people', 0], undefined);
});

test('accepts a name that is not among the suggestions', async () => {
  open({ people: [{ house: 'north', may: [] }] });
  await userEvent.type(await screen.findByRole('combobox', { name: 'May do' }), 'team-$1{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people', 0, 'may'], ['team-$1']);
});

test('the first item creates the list', async () => {
  open({});
  await userEvent.click(screen.getByRole('button', { name: 'Add person' }));
  expect(onChange).toHaveBeenLastCalledWith(['spec', 'people'], [{ house: '', may: [] }]);
});

test('never shows a stored secret, and can replace or keep it', async () => {
  open({ token: null });
  expect(screen.getByText('Stored by the server, never shown')).toBeTruthy();
  expect(screen.queryByLabelText(/^Token/, { selector: 'input' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Replace Token' }));
  await userEvent.type(screen.getByLabelText(/^Token/, { selector: 'input' }), 'x');
  expect(onSecret).toHaveBeenLastCalledWith(['spec', 'token'], 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Keep the old value' }));
  expect(onSecret).toHaveBeenLastCalledWith(['spec', 'token'], undefined);
  expect(screen.getByText('Stored by the server, never shown')).toBeTruthy();
});

test('does not show a secret that is in the text', () => {
  open({ token: 'plain-to-see' });
  expect(document.body.innerHTML).not.toContain('plain-to-see');
  expect(screen.getByText('Entered in the text')).toBeTruthy();
});

test('a new document has fields for its name and its secret', async () => {
  open({ token: null }, { isNew: true });
  await userEvent.type(field('Name'), '2');
  expect(onChange).toHaveBeenLastCalledWith(['metadata', 'name'], 'desk2');
  expect(screen.getByLabelText(/^Token/, { selector: 'input' })).toBeTruthy();
});

test('shows problems at their fields and lists non-empty fields without an input', async () => {
  const range = { line: 1, column: 1, endLine: 1, endColumn: 2 };
  const problem: Problem = { severity: 'error', message: 'Nobody is named', path: ['spec', 'people', 0, 'may'], range };
  open({ people: [{}], shade: 'big', none: '', nothing: null, list: [] }, { problems: [problem] });
  expect(within(screen.getByRole('group', { name: 'People' })).getAllByText('Nobody is named').length).toBeGreaterThan(
    0,
  );
  const rest = screen.getByRole('heading', { name: 'Only in YAML' }).parentElement!;
  expect(
    within(rest)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['spec.shade']);
  await userEvent.click(within(rest).getByRole('button', { name: 'spec.shade' }));
  expect(onShow).toHaveBeenLastCalledWith(['spec', 'shade']);
});

test('focusing a field reports its path', async () => {
  open({ people: [{ house: 'north', may: [] }] });
  await userEvent.click(screen.getByRole('textbox', { name: 'House' }));
  expect(onFocus).toHaveBeenLastCalledWith('spec.people[0].house');
});

test('shows no fields while the text is invalid', () => {
  open(undefined);
  expect(screen.getByText('The text is invalid.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
