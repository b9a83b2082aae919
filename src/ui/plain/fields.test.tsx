import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { Segmented } from './Segmented.tsx';
import { SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';

test('the error below a field is its description and marks it as invalid', () => {
  render(<TextField label="Login" value="de ploy" error="A login has no spaces" help="As on the server" />);
  const field = screen.getByRole('textbox', { name: 'Login', description: 'A login has no spaces' });
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a password is hidden by default, and Caps Lock shows a warning', async () => {
  render(
    <PasswordField label="Password" autoComplete="current-password" value="secret" help="At least 6 characters" />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
  expect(screen.getByText('At least 6 characters')).toBeTruthy();
  const withCapsLock = new KeyboardEvent('keydown', { key: 'A', bubbles: true });
  withCapsLock.getModifierState = (key) => key === 'CapsLock';
  fireEvent(field, withCapsLock);
  expect(screen.getByText('Caps Lock is on')).toBeTruthy();
});

test('a code field accepts only digits and removes other characters from pasted text', async () => {
  const Form = () => {
    const [code, setCode] = useState('');
    return <CodeField label="Code" value={code} onChange={setCode} />;
  };
  render(<Form />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  await userEvent.click(field);
  await userEvent.paste('418-229 ');
  expect(field.value).toBe('418229');
  await userEvent.type(field, 'x7');
  expect(field.value).toBe('418229');
  // Typing replaces a rejected code.
  await userEvent.keyboard('{Enter}000111');
  expect(field.value).toBe('000111');
  await userEvent.tab();
  field.focus();
  await userEvent.keyboard('222333');
  expect(field.value).toBe('222333');
});

test('a select reports the value of the option', async () => {
  const choose = vi.fn();
  render(
    <SelectField
      label="Second factor"
      value="otp"
      options={[
        { value: 'otp', label: 'Authenticator' },
        { value: 'none', label: 'None' },
      ]}
      onChange={choose}
    />,
  );
  await userEvent.selectOptions(screen.getByLabelText('Second factor'), 'None');
  expect(choose).toHaveBeenCalledWith('none');
});

test('segments form a group of radio buttons', async () => {
  const choose = vi.fn();
  render(
    <Segmented label="Times shown in" value="local" segments={{ local: 'Local', utc: 'UTC' }} onChange={choose} />,
  );
  expect(screen.getByRole('radiogroup', { name: 'Times shown in' })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Local' }).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'UTC' }));
  expect(choose).toHaveBeenCalledWith('utc');
});
