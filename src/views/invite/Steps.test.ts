import { expect, test } from 'vitest';
import { firstStep, move } from './Steps.tsx';

const flows = { password: ['password', 'factor'], passkey: ['device'] } as const;

test('moves forward and back and stops at the ends', () => {
  let at = firstStep<keyof typeof flows>('password');
  at = move(flows, at, { to: 'previous' });
  expect(at.index).toBe(0);
  at = move(flows, at, { to: 'next' });
  expect(at).toEqual({ flow: 'password', index: 1, direction: 'forward' });
  expect(move(flows, at, { to: 'next' })).toBe(at);
  expect(move(flows, at, { to: 'previous' })).toEqual({ flow: 'password', index: 0, direction: 'backward' });
});

test('another flow starts at its first step in the given direction', () => {
  const at = move(
    flows,
    { flow: 'password', index: 1, direction: 'forward' },
    { to: 'flow', flow: 'passkey', direction: 'backward' },
  );
  expect(at).toEqual({ flow: 'passkey', index: 0, direction: 'backward' });
});
