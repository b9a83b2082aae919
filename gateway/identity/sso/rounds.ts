// Sign-ins in progress, between the redirect to the provider and its answer.
import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import type { SshPublicKey } from '../ca/sshPublicKey.ts';
import { FairSlots } from '../../http/FairSlots.ts';
import { PROVIDER_ROUNDS } from '../../http/limits.ts';
import { ExpiringMap } from '../expiringMap.ts';
import { randomHex } from '../secrets.ts';

/** [http-auth §5.1] */
const ROUND_TTL_MS = 10 * 60_000;

/** Proves that the answer belongs to the request: PKCE (RFC 7636) and nonce. */
export type Proof = { verifier: string; challenge: string; nonce: string };

export type Round = {
  kind: ConnectorKind;
  connector: string;
  proof: Proof;
  /** The address to which the provider redirects users back. */
  callback: string;
  /**
   * A browser comes back with the anti-forgery cookie it had. A command line gets the answer at its own address. A
   * round needs no authentication to start, so all its texts have short limits.
   */
  client: { kind: 'web'; csrf: string; redirectUrl: string } | ConsoleClient;
};

/** A command line, with the key that it wants a certificate for. `ttlMs` 0: the default lifetime. */
export type ConsoleClient = { kind: 'console'; redirectUrl: URL; publicKey: SshPublicKey; ttlMs: number };

type KeptRound = { round: Round; release: () => void };

/**
 * A round takes some kilobytes. If there are too many, the oldest rounds of the network with most rounds are removed.
 */
export class Rounds {
  #rounds: ExpiringMap<KeptRound>;
  #slots = new FairSlots(PROVIDER_ROUNDS);

  constructor(now: () => number) {
    const onGone = ({ release }: KeptRound) => release();
    this.#rounds = new ExpiringMap({ ttlMs: ROUND_TTL_MS, capacity: PROVIDER_ROUNDS.total, now, onGone });
  }

  /** Stores a round that `address` has started. The provider sends the state back. */
  store(state: string, round: Round, address: string): void {
    this.#rounds.sweep(); // abandoned rounds do not use up slots
    const release = this.#slots.take(address, () => this.#rounds.delete(state));
    this.#rounds.set(state, { round, release });
  }

  /** Works once: a state is used up even if the sign-in then fails. */
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
