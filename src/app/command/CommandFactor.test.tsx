import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED, SIGNED_JSON, stubKeys } from '../../../tests/support/keyCeremony.ts';
import { CommandFactor } from './CommandFactor.tsx';

afterEach(() => vi.unstubAllGlobals());

const challenge = { webauthn_challenge: { publicKey: { challenge: 'q83v' } }, totp_challenge: false };

function show() {
  const acts = { onAnswer: vi.fn(), onDecline: vi.fn() };
  render(
    <>
      <CommandFactor challenge={challenge} login="root" servers={4} {...acts} />
    </>,
  );
  return acts;
}

test('one signature answers for all servers', async () => {
  stubKeys().get.mockResolvedValue(SIGNED);
  const { onAnswer } = show();
  expect(screen.getByRole('dialog').textContent).toContain('as root on 4 servers');
  await userEvent.click(screen.getByRole('button', { name: 'Use a key' }));
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith(SIGNED_JSON));
});

test('a failed key can be requested again and sends no answer', async () => {
  stubKeys().get.mockRejectedValue(new Error('the key is not known'));
  const { onAnswer } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Use a key' }));
  expect(await screen.findByRole('button', { name: 'Ask again' })).toBeTruthy();
  expect(screen.getByText(/The server is still waiting/)).toBeTruthy();
  expect(onAnswer).not.toHaveBeenCalled();
});

test('declining the key does not run the command', async () => {
  stubKeys();
  const { onDecline } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Do not run' }));
  expect(onDecline).toHaveBeenCalledOnce();
});
