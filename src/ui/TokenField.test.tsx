import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TokenField } from './TokenField.tsx';

type Given = { values?: readonly string[]; options?: readonly string[]; before?: readonly string[] };

/** A field that stores its values, and its calls of `onChange`. */
function setup({ values = [], ...props }: Given) {
  const reported = vi.fn<(values: readonly string[]) => void>();
  function Kept() {
    const [held, setHeld] = useState(values);
    return (
      <TokenField
        label="Roles"
        none="No role is called that"
        {...props}
        values={held}
        onChange={(next) => {
          reported(next);
          setHeld(next);
        }}
      />
    );
  }
  render(<Kept />);
  return { reported, user: userEvent.setup() };
}

test('typing filters the options, arrow keys select, Enter adds', async () => {
  const { reported, user } = setup({ options: ['access', 'auditor', 'editor'] });
  await user.type(screen.getByRole('combobox', { name: 'Roles' }), 'a');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['access', 'auditor']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(reported).toHaveBeenLastCalledWith(['auditor']);
});

test('rejects a name that is not an option and keeps the text', async () => {
  const { reported, user } = setup({ options: ['access'] });
  await user.type(screen.getByRole('combobox', { name: 'Roles' }), 'root{Enter}');
  expect(reported).not.toHaveBeenCalled();
  expect(screen.getByText('No role is called that')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Roles' }).value).toBe('root');
});

test('clicking an option adds it and keeps the focus in the field', async () => {
  const { reported, user } = setup({ options: ['access', 'editor'] });
  await user.click(screen.getByRole('combobox', { name: 'Roles' }));
  await user.click(screen.getByRole('option', { name: 'editor' }));
  expect(reported).toHaveBeenLastCalledWith(['editor']);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Roles' }));
  // With an open list Enter would accept the first option.
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Roles' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['access']);
});

test('Escape first closes the options and does not propagate', async () => {
  const onPending = vi.fn();
  const { user } = setup({ options: ['access'] });
  document.body.addEventListener('keydown', onPending);
  await user.click(screen.getByRole('combobox', { name: 'Roles' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onPending).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onPending).toHaveBeenCalledOnce();
  document.body.removeEventListener('keydown', onPending);
});

test('without options Enter, a comma, a space or leaving the field adds any name', async () => {
  const { reported, user } = setup({});
  await user.type(screen.getByRole('textbox', { name: 'Roles' }), 'root,ubuntu deploy{Enter}last');
  await user.tab();
  expect(reported).toHaveBeenLastCalledWith(['root', 'ubuntu', 'deploy', 'last']);
});

test('splits a pasted list into unique names', async () => {
  const { reported, user } = setup({ values: ['root'] });
  await user.click(screen.getByRole('textbox', { name: 'Roles' }));
  await user.paste('root ubuntu\nubuntu ');
  expect(reported).toHaveBeenLastCalledWith(['root', 'ubuntu']);
});

test('Backspace in an empty field and the remove button remove a name', async () => {
  const { reported, user } = setup({ values: ['a', 'b', 'c'] });
  await user.click(screen.getByRole('textbox', { name: 'Roles' }));
  await user.keyboard('{Backspace}');
  expect(reported).toHaveBeenLastCalledWith(['a', 'b']);
  await user.click(screen.getByRole('button', { name: 'Remove a' }));
  expect(reported).toHaveBeenLastCalledWith(['b']);
});

test('a second Enter does not add another name', async () => {
  const onChange = vi.fn();
  render(<TokenField label="Roles" values={[]} options={['access', 'editor']} onChange={onChange} />);
  await userEvent.type(screen.getByRole('combobox'), 'edi{Enter}{Enter}');
  expect(onChange.mock.calls).toEqual([[['editor']]]);
});

test('leaving the field adds an option that was typed completely', async () => {
  const { reported, user } = setup({ options: ['access', 'editor'] });
  await user.type(screen.getByRole('combobox'), 'editor');
  await user.tab();
  expect(reported).toHaveBeenLastCalledWith(['editor']);
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
});

test('leaving the field marks an incomplete option and reports it as pending', async () => {
  const onPending = vi.fn();
  render(<TokenField label="Roles" values={[]} options={['editor']} onChange={vi.fn()} onPending={onPending} />);
  await userEvent.type(screen.getByRole('combobox'), 'edi');
  expect(onPending).toHaveBeenLastCalledWith(true);
  await userEvent.tab();
  expect(screen.getByText('Not added. Choose one from the list')).toBeTruthy();
  await userEvent.clear(screen.getByRole('combobox'));
  expect(onPending).toHaveBeenLastCalledWith(false);
});

test('Ctrl+S adds the typed name before the form saves, and a reload asks for confirmation', async () => {
  const reported: string[] = [];
  const onChange = (values: readonly string[]) => void reported.push(`names ${values.join()}`);
  const hear = ({ ctrlKey }: KeyboardEvent) => void (ctrlKey && reported.push('save'));
  window.addEventListener('keydown', hear);
  onTestFinished(() => window.removeEventListener('keydown', hear));
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  render(<TokenField label="Groups" values={[]} onChange={onChange} />);
  expect(asks()).toBe(false);
  await userEvent.type(screen.getByRole('textbox'), 'ops-team');
  expect(asks()).toBe(true);
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(reported.filter((one) => one !== 'save')).toEqual(['names ops-team']);
  expect(reported.at(-1)).toBe('save');
  expect(asks()).toBe(false);
});
