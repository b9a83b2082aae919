import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test('a button that is off keeps the focus, tells its reason and does nothing', async () => {
  const press = vi.fn();
  render(
    <Button off="Your roles lack token: create" onClick={press}>
      Add server
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Add server' });
  expect(button.getAttribute('aria-description')).toBe('Your roles lack token: create');
  await userEvent.tab();
  expect(button).toBe(document.activeElement);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('a busy button says what it does and takes no second press, nor submits its form', async () => {
  const submit = vi.fn();
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy="Saving">
        Save role
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Saving' }));
  expect(submit).not.toHaveBeenCalled();
});

test('an icon button is named and tells its key in the tooltip', () => {
  render(<IconButton icon="refresh-cw" label="Reload" keys="R" />);
  const button = screen.getByRole('button', { name: 'Reload' });
  expect(button.dataset).toMatchObject({ tip: 'Reload', tipKeys: 'R' });
});
