// Rounds of sign-in that are under way: between our redirect to the provider and its answer.
import { createHash, randomBytes } from 'node:crypto';
import type { ConnectorKind } from '../../../src/wire/connectors.ts';
import type { SshPublicKey } from '../ca/sshPublicKey.ts';
import { ExpiringMap } from '../expiringMap.ts';
import { randomHex } from '../secrets.ts';

/** [http-auth §5.1] */
const ROUND_TTL_MS = 10 * 60_000;
/** Anybody may begin one; the oldest go first. */
const ROUNDS_MAX = 20_000;

/** What proves that the answer belongs to the question: proof key (RFC 7636) and nonce. */
export type Proof = { verifier: string; challenge: string; nonce: string };

export type Round = {
  kind: ConnectorKind;
  connector: string;
  proof: Proof;
  /** Where the provider was told to send people back to. */
  callback: string;
  /** A browser comes back with the anti-forgery cookie it had; a command line is told at its own address. */
  client: { kind: 'web'; csrf: string; redirectUrl: string } | ConsoleClient;
};

/** A command line, with the key that it wants a certificate for. `ttlMs` 0: for as long as is usual. */
export type ConsoleClient = { kind: 'console'; redirectUrl: URL; publicKey: SshPublicKey; ttlMs: number };

export class Rounds {
  #rounds: ExpiringMap<Round>;

  constructor(now: () => number) {
    this.#rounds = new ExpiringMap({ ttlMs: ROUND_TTL_MS, capacity: ROUNDS_MAX, now });
  }

  /** Gives the state, 32 hexadecimal digits, that the provider sends back. */
  begin(round: Round): string {
    const state = randomHex(16);
    this.#rounds.set(state, round);
    return state;
  }

  /** Once only: whoever brings a state uses it up, whatever comes of it. */
  take(state: string): Round | undefined {
    return this.#rounds.take(state);
  }
}

export function newProof(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, challenge, nonce: randomBytes(16).toString('base64url') };
}
