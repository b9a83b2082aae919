// The gateway's requests to AWS for a user, and their results, in the form between threads.
import type { ResourceDocument } from '../config/settings.ts';

export type RdsType = 'instance' | 'cluster';

/** Temporary credentials of the role. `expiresMs`: since the epoch. */
export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken: string; expiresMs: number };

/** How to assume the role: with a token of this gateway, or with existing credentials. */
export type AwsIdentity =
  | { kind: 'token'; token: string; roleArn: string; sessionName: string }
  | { kind: 'credentials'; credentials: AwsCredentials };

/** One page of the databases of a region. Missing endpoints are those of AWS. */
export type AwsOrder = {
  identity: AwsIdentity;
  region: string;
  rdsType: RdsType;
  engines: readonly string[];
  /** From the previous page; '' for the first. */
  nextToken: string;
  endpoints: { sts?: string; rds?: string };
};

/** A database as an inventory document, with the state that AWS reports. */
export type FoundDatabase = { document: ResourceDocument; status: string };

export type AwsPage = { databases: FoundDatabase[]; nextToken: string; credentials: AwsCredentials };

/** A refusal for the caller. `isExpired`: other credentials of the same role may be accepted. */
export type AwsFault = { status: 403 | 500 | 502; message: string; isExpired: boolean };

export type AwsResult = { kind: 'page'; page: AwsPage } | { kind: 'fault'; fault: AwsFault };
