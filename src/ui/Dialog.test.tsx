import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

const backdrop = () => document.querySelector('.MuiDialog-container') ?? document.body;

test.each([
  [undefined, 1, 2],
  ['typed' as const, 1, 1],
  ['working' as const, 0, 0],
])('guard %s: Escape closes %i times, and a click outside makes it %i', async (hold, afterEscape, afterClick) => {
  const close = vi.fn();
  const openedMs = performance.now();
  render(
    <Dialog title="New user" onClose={close} dismissGuard={hold}>
      <input aria-label="Name" />
    </Dialog>,
  );
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(afterEscape);
  vi.spyOn(performance, 'now').mockReturnValue(openedMs + 1000);
  await userEvent.click(backdrop());
  expect(close).toHaveBeenCalledTimes(afterClick);
});

test('ignores the second click of the double click that opened it', async () => {
  const close = vi.fn();
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  render(
    <Dialog title="Delete role?" onClose={close}>
      <p>7 users lose it.</p>
    </Dialog>,
  );
  now.mockReturnValue(1399);
  await userEvent.click(backdrop());
  expect(close).not.toHaveBeenCalled();
  now.mockReturnValue(1401);
  await userEvent.click(backdrop());
  expect(close).toHaveBeenCalledOnce();
});

const confirm = (onAct: () => Promise<void>, onClose = vi.fn()) => {
  render(
    <ConfirmDialog
      title="Delete role payments-oncall?"
      cancelLabel="Keep role"
      act="Delete role"
      acting="Deleting"
      destroys
      onAct={onAct}
      onClose={onClose}
    >
      7 users lose it at their next renewal.
    </ConfirmDialog>,
  );
  return onClose;
};

test('focuses the safe button when the other one is destructive', () => {
  confirm(() => Promise.resolve());
  expect(screen.getByRole('button', { name: 'Keep role' })).toBe(document.activeElement);
  expect(screen.getByRole('dialog', { name: 'Delete role payments-oncall?' })).toBeTruthy();
});

test('closes when the action has completed', async () => {
  const close = confirm(() => Promise.resolve());
  await userEvent.click(screen.getByRole('button', { name: 'Delete role' }));
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ['Nothing was changed', {}],
  ['It may have been done', { mayBeDone: true }],
])('stays open with the reason when the action fails: %s', async (what, more) => {
  const close = confirm(() => Promise.reject(Object.assign(new Error('role is in use'), more)));
  await userEvent.click(screen.getByRole('button', { name: 'Delete role' }));
  expect((await screen.findByRole('alert')).textContent).toBe(`${what}. role is in use`);
  expect(close).not.toHaveBeenCalled();
});

test('shows invisible and bidirectional characters of a name', () => {
  const title = 'Remove server web-1\u202e1-bd?';
  const words = { cancelLabel: 'Keep server', act: 'Remove server', acting: 'Removing' };
  render(
    <ConfirmDialog title={title} {...words} onAct={() => Promise.resolve()} onClose={vi.fn()}>
      Its sessions end.
    </ConfirmDialog>,
  );
  expect(screen.getByRole('dialog', { name: 'Remove server web-1⟨U+202E⟩1-bd?' })).toBeTruthy();
});
