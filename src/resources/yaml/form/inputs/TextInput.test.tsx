import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { NumberInput } from './TextInput.tsx';

const change = vi.fn();
const page = (value: unknown) => (
  <NumberInput
    input={{ label: 'Port' }}
    path={['spec', 'port']}
    schema={{ files: new Map(), start: { schema: {}, file: 'x' } }}
    before={undefined}
    problems={[]}
    off={undefined}
    tools={{ change, rename: vi.fn(), fix: vi.fn(), show: vi.fn() }}
    label="Port"
    help={undefined}
    error={undefined}
    Part={() => null}
    value={value}
  />
);
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Port' });

test('a number field shows invalid text until the document has another number', async () => {
  const { rerender } = render(page(80));
  await userEvent.type(field(), 'x');
  expect(field().value).toBe('80x');
  expect(screen.getByText('“80x” is not a number, so it is not in the document yet')).toBeTruthy();
  rerender(page(80));
  expect(field().value).toBe('80x');
  rerender(page(443)); // changed in the text beside the form, undone or discarded
  expect(field().value).toBe('443');
  expect(screen.queryByText(/is not a number/)).toBeNull();
  expect(change).not.toHaveBeenCalled();
});
