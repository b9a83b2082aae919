import type { Settings, GatewayConfig } from '../config/settings.ts';
import { ApiFailure, limitExceeded } from '../http/failures.ts';
import { limitForUsers } from '../http/limitForUsers.ts';
import { withTimeLimit } from '../http/timeLimit.ts';
import type { Authorities } from '../identity/ca/Authorities.ts';
import { AWS_AUDIENCE } from '../../src/wire/clouds.ts';
import type { AwsCredentials, AwsIdentity, AwsOrder, AwsPage } from './awsOrder.ts';
import { cancelled, type AwsRunner } from './AwsThread.ts';

type Parts = {
  authorities: Pick<Authorities, 'oidcKeys'>;
  settings: Pick<Settings, 'publicUrl'>;
  config: { get(): Pick<GatewayConfig, 'integrations'> };
  now: () => number;
};

/** A page of databases that a user requests through an integration. */
export type DatabaseQuery = Pick<AwsOrder, 'region' | 'rdsType' | 'engines' | 'nextToken'> & {
  integration: string;
  roleArn: string;
  user: string;
};

/** The subject of clusters' tokens, independent of the user. */
const SUBJECT = 'system:proxy';
const CALLS_PER_USER = 3;
const CALLS_MAX = 12;
/** The role, then the list, each with a retry. */
const CALL_TIMEOUT_MS = 20_000;
/** Credentials are renewed this long before they expire. AWS issues them for an hour. */
const RENEW_MS = 5 * 60_000;
const CREDENTIALS_MAX = 200;

/** Lists databases of AWS accounts that trust this gateway as an identity provider (http-resources §14.3). */
export class AwsDatabases {
  #parts: Parts;
  #runner: AwsRunner;
  #beginCall = limitForUsers(CALLS_PER_USER, 'too many of your requests wait for AWS. Try again later');
  #calls = 0;
  /** By integration, role and user, because AWS logs the user. The oldest first. */
  #credentials = new Map<string, { integration: string; credentials: AwsCredentials }>();

  constructor(parts: Parts, runner: AwsRunner) {
    this.#parts = parts;
    this.#runner = runner;
  }

  /**
   * Rejects with an ApiFailure: 403 if AWS denies it, 429 for too many parallel calls, 500 and 502 for other AWS
   * failures.
   */
  async list(query: DatabaseQuery, signal: AbortSignal): Promise<Pick<AwsPage, 'databases' | 'nextToken'>> {
    const release = this.#take(query.user);
    try {
      return await this.#list(query, signal);
    } finally {
      release();
    }
  }

  /** Drops the credentials of a changed or deleted integration. */
  forget(integration: string): void {
    for (const [key, entry] of this.#credentials) if (entry.integration === integration) this.#credentials.delete(key);
  }

  close(): Promise<void> {
    return this.#runner.close();
  }

  async #list(query: DatabaseQuery, signal: AbortSignal): Promise<AwsPage> {
    const key = JSON.stringify([query.integration, query.roleArn, query.user]);
    const cached = this.#known(key);
    const stop = withTimeLimit(CALL_TIMEOUT_MS, signal);
    const { region, rdsType, engines, nextToken } = query;
    const ask = async (identity: AwsIdentity) => {
      const endpoints = this.#parts.config.get().integrations.aws;
      const result = await this.#runner.run({ identity, region, rdsType, engines, nextToken, endpoints }, stop);
      if (signal.aborted) throw cancelled();
      if (stop.aborted) throw new ApiFailure(502, 'AWS did not answer in time. Try again');
      return result;
    };
    let result = await ask(cached ? { kind: 'credentials', credentials: cached } : await this.#newIdentity(query));
    if (cached && result.kind === 'fault' && result.fault.isExpired) {
      this.#credentials.delete(key);
      result = await ask(await this.#newIdentity(query));
    }
    if (result.kind === 'fault') throw new ApiFailure(result.fault.status, result.fault.message);
    this.#remember(key, query.integration, result.page.credentials);
    return result.page;
  }

  #known(key: string): AwsCredentials | undefined {
    const credentials = this.#credentials.get(key)?.credentials;
    return credentials && this.#isUsable(credentials) ? credentials : undefined;
  }

  #isUsable({ expiresMs }: AwsCredentials): boolean {
    return expiresMs - RENEW_MS > this.#parts.now();
  }

  #remember(key: string, integration: string, credentials: AwsCredentials): void {
    this.#credentials.delete(key);
    this.#credentials.set(key, { integration, credentials });
    for (const [other, entry] of this.#credentials) {
      if (!this.#isUsable(entry.credentials) || this.#credentials.size > CREDENTIALS_MAX)
        this.#credentials.delete(other);
    }
  }

  async #newIdentity({ roleArn, user }: DatabaseQuery): Promise<AwsIdentity> {
    const { authorities, settings, now } = this.#parts;
    const token = await authorities.oidcKeys.issue(
      { issuer: settings.publicUrl, audience: AWS_AUDIENCE, subject: SUBJECT, onBehalfOf: user },
      now(),
    );
    return { kind: 'token', token, roleArn, sessionName: sessionNameOf(user) };
  }

  #take(user: string): () => void {
    const end = this.#beginCall(user);
    if (this.#calls >= CALLS_MAX) {
      end();
      throw limitExceeded('too many requests wait for AWS. Try again later');
    }
    this.#calls++;
    return () => {
      this.#calls--;
      end();
    };
  }
}

/** A valid AWS session name: 2 to 64 characters, few special ones. */
const sessionNameOf = (user: string): string => `postern-${user.replace(/[^\w+=,.@-]/g, '-')}`.slice(0, 64);
