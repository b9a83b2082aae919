import { expect, test } from 'vitest';
import { PROVIDER_ROUNDS } from '../../http/limits.ts';
import { newProof, newState, Rounds, type Round } from './rounds.ts';

const round: Round = {
  kind: 'github',
  connector: 'gh',
  proof: newProof(),
  callback: 'http://localhost/callback',
  client: { kind: 'web', csrf: 'a'.repeat(64), redirectUrl: '/web' },
};
const begin = (rounds: Rounds, address: string): string => {
  const state = newState();
  rounds.store(state, round, address);
  return state;
};

test('a round can be taken once', () => {
  const rounds = new Rounds(() => 0);
  const state = begin(rounds, '192.0.2.1');
  expect(state).toMatch(/^[0-9a-f]{32}$/);
  expect(rounds.take(state)).toBe(round);
  expect(rounds.take(state)).toBeUndefined();
});

test('a network over its limit evicts only its own rounds', () => {
  const rounds = new Rounds(() => 0);
  const victim = begin(rounds, '192.0.2.1');
  const states = Array.from({ length: PROVIDER_ROUNDS.total * 2 }, () => begin(rounds, '198.51.100.1'));
  expect(states.filter((state) => rounds.take(state))).toHaveLength(PROVIDER_ROUNDS.perNetwork);
  expect(rounds.take(victim)).toBe(round);
});

test('above the total limit, the network with the most rounds loses one', () => {
  const rounds = new Rounds(() => 0);
  const victim = begin(rounds, '192.0.2.1');
  for (let n = 0; n < PROVIDER_ROUNDS.total; n += 1) begin(rounds, `198.51.100.${n % 20}`);
  expect(rounds.take(victim)).toBe(round);
});

test('a round expires after ten minutes', () => {
  let now = 0;
  const rounds = new Rounds(() => now);
  const state = begin(rounds, '192.0.2.1');
  now = 10 * 60_000;
  expect(rounds.take(state)).toBeUndefined();
});

test('expired rounds do not count toward the limit', () => {
  let now = 0;
  const rounds = new Rounds(() => now);
  for (let n = 0; n < PROVIDER_ROUNDS.total; n += 1) begin(rounds, `10.${n >> 8}.${n & 255}.1`);
  now += 11 * 60_000;
  const [first, second] = [begin(rounds, '192.0.2.1'), begin(rounds, '192.0.2.1')];
  expect([rounds.take(first), rounds.take(second)]).toEqual([round, round]);
});
