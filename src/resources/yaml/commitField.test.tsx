import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { TokenField } from '../../ui/TokenField.tsx';
import { KeyedInput } from './form/inputs/KeyedInput.tsx';
import { commitField } from './useEditorPage.ts';

function Logins({ onChange }: { onChange: (values: readonly string[]) => void }) {
  const [values, setValues] = useState<readonly string[]>([]);
  return (
    <div data-path="spec.allow.logins">
      <TokenField
        label="Logins"
        values={values}
        onChange={(next) => {
          setValues(next);
          onChange(next);
        }}
      />
    </div>
  );
}

test('commits an unfinished value and keeps the focus in the field', async () => {
  const onChange = vi.fn();
  const { container } = render(<Logins onChange={onChange} />);
  await userEvent.type(screen.getByLabelText('Logins'), 'first second');
  expect(onChange).toHaveBeenLastCalledWith(['first']);
  commitField(container);
  expect(onChange).toHaveBeenLastCalledWith(['first', 'second']);
  expect(document.activeElement).toBe(screen.getByLabelText('Logins'));
});

test('commits a new map entry with its value', async () => {
  const change = vi.fn();
  const tools = { change, rename: vi.fn(), fix: vi.fn(), show: vi.fn() };
  const { container } = render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <div data-path="spec.labels">
          <KeyedInput
            {...{
              label: 'Labels',
              path: ['spec', 'labels'],
              value: {},
              before: {},
              problems: [],
              off: undefined,
              tools,
            }}
            {...{
              help: undefined,
              error: undefined,
              Part: () => null,
              schema: { files: new Map(), start: { schema: {}, file: '' } },
            }}
            input={{ label: 'Labels' }}
            several
          />
        </div>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add label' }));
  await userEvent.keyboard('team');
  await userEvent.tab();
  await userEvent.keyboard('blue');
  expect(change).not.toHaveBeenCalled();
  commitField(container);
  expect(change).toHaveBeenCalledWith(['spec', 'labels', 'team'], 'blue');
});

test('ignores a field outside the form', () => {
  const { container } = render(<input onBlur={() => expect.unreachable()} />);
  const field = container.querySelector('input');
  field?.focus();
  commitField(container);
  expect(document.activeElement).toBe(field);
});
