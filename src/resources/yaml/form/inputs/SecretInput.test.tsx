import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SecretInput } from './SecretInput.tsx';

const props = { label: 'Kubeconfig', path: 'spec.kubeconfig', help: undefined, typed: undefined, error: undefined };

test('a read-only field for a new secret is empty and shows no stored value', () => {
  render(<SecretInput {...props} isKept={false} isInText={false} off="You cannot create this" onType={vi.fn()} />);
  expect(screen.queryByText('Stored by the server, never shown')).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>(/Kubeconfig/, { selector: 'input' });
  expect(field.value).toBe('');
  expect(field.readOnly).toBe(true);
});

test('a read-only field shows that a value is stored', () => {
  render(<SecretInput {...props} isKept isInText={false} off="You cannot change this" onType={vi.fn()} />);
  expect(screen.getByText('Stored by the server, never shown')).toBeTruthy();
});
