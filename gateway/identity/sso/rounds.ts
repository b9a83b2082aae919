// Rounds of sign-in that are under way: between our redirect to the provider and its answer.
import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import type { SshPublicKey } from '../ca/sshPublicKey.ts';
import { FairSlots } from '../../http/FairSlots.ts';
import { PROVIDER_ROUNDS } from '../../http/limits.ts';
import { ExpiringMap } from '../expiringMap.ts';
import { randomHex } from '../secrets.ts';

/** [http-auth §5.1] */
const ROUND_TTL_MS = 10 * 60_000;

/** What proves that the answer belongs to the question: proof key (RFC 7636) and nonce. */
export type Proof = { verifier: string; challenge: string; nonce: string };

export type Round = {
  kind: ConnectorKind;
  connector: string;
  proof: Proof;
  /** Where the provider was told to send people back to. */
  callback: string;
  /**
   * A browser comes back with the anti-forgery cookie it had; a command line is told at its own address. Anybody may
   * begin a round: none of its texts is longer than it needs to be.
   */
  client: { kind: 'web'; csrf: string; redirectUrl: string } | ConsoleClient;
};

/** A command line, with the key that it wants a certificate for. `ttlMs` 0: for as long as is usual. */
export type ConsoleClient = { kind: 'console'; redirectUrl: URL; publicKey: SshPublicKey; ttlMs: number };

type Kept = { round: Round; release: () => void };

/** A round takes some kilobytes; where there are too many, the oldest go of the network that has begun most. */
export class Rounds {
  #rounds: ExpiringMap<Kept>;
  #slots = new FairSlots(PROVIDER_ROUNDS);

  constructor(now: () => number) {
    const onGone = ({ release }: Kept) => release();
    this.#rounds = new ExpiringMap({ ttlMs: ROUND_TTL_MS, capacity: PROVIDER_ROUNDS.total, now, onGone });
  }

  /** Keeps the round that `address` has begun. The provider sends the state back. */
  store(state: string, round: Round, address: string): void {
    this.#rounds.sweep(); // those that were given up do not cost others their place
    const release = this.#slots.take(address, () => this.#rounds.delete(state));
    this.#rounds.set(state, { round, release });
  }

  /** Once only: whoever brings a state uses it up, whatever comes of it. */
  take(state: string): Round | undefined {
    return this.#rounds.take(state)?.round;
  }
}

/** 32 hexadecimal digits. */
export const newState = (): string => randomHex(16);

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge, nonce: randomBytes(16).toString('base64url') };
}
