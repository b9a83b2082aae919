import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SIGNED, SIGNED_JSON, stubKeys, untilAborted } from '../../../tests/support/keyCeremony.ts';
import { FactorPrompt } from './FactorPrompt.tsx';

afterEach(() => vi.unstubAllGlobals());

const challenge = { webauthn_challenge: { publicKey: { challenge: 'q83v' } }, totp_challenge: false };
const acts = { onAnswer: vi.fn(), onClose: vi.fn() };

/** As in a pane. */
function Held({
  isInFront = true,
  asked = challenge,
}: {
  isInFront?: boolean;
  asked?: typeof challenge | typeof NO_KEY;
}) {
  const [declined, setDeclined] = useState(false);
  return (
    <>
      <p>{declined ? 'declined' : 'awaited'}</p>
      <FactorPrompt
        challenge={asked}
        declined={declined}
        isInFront={isInFront}
        session={{ login: 'root', host: 'db-1' }}
        onDecline={() => setDeclined(true)}
        onRetry={() => setDeclined(false)}
        {...acts}
      />
    </>
  );
}
const NO_KEY = { webauthn_challenge: null, totp_challenge: false };

test('requests the key immediately and sends its signature', async () => {
  const keys = stubKeys();
  keys.get.mockResolvedValue(SIGNED);
  render(<Held />);
  expect(screen.getByRole('dialog', { name: 'Second factor for this session' }).textContent).toContain(
    'as root on db-1',
  );
  await vi.waitFor(() => expect(acts.onAnswer).toHaveBeenCalledExactlyOnceWith(SIGNED_JSON));
});

test('a pane in the background waits until it is in front', async () => {
  const keys = stubKeys();
  keys.get.mockImplementation(untilAborted);
  const { rerender } = render(<Held isInFront={false} />);
  expect(keys.get).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy();
  rerender(<Held />);
  await vi.waitFor(() => expect(keys.get).toHaveBeenCalledOnce());
});

test('cancelling declines the factor and allows a retry', async () => {
  const keys = stubKeys();
  keys.get.mockImplementation(untilAborted);
  render(<Held />);
  await vi.waitFor(() => expect(keys.get).toHaveBeenCalledOnce());
  const person = userEvent.setup();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('declined')).toBeTruthy();
  keys.get.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
  await person.click(await screen.findByRole('button', { name: 'Ask again' }));
  await screen.findByText(/No key answered/);
  expect(screen.getByText('declined')).toBeTruthy();
});

test('reports that no key can answer and sends no request', () => {
  const keys = stubKeys();
  render(<Held asked={NO_KEY} />);
  expect(screen.getByText(/Hardware keys cannot be used here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
  expect(keys.get).not.toHaveBeenCalled();
});
