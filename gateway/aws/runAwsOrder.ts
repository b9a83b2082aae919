// The AWS calls of one order. Only the AWS thread imports this, because the library loads slowly.
import {
  DescribeDBClustersCommand,
  DescribeDBInstancesCommand,
  RDSClient,
  type RDSClientConfig,
} from '@aws-sdk/client-rds';
import { AssumeRoleWithWebIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isObject } from '../../src/lib/json.ts';
import type { AwsCredentials, AwsIdentity, AwsOrder, AwsPage, AwsResult, FoundDatabase } from './awsOrder.ts';
import { BadAnswer, toAwsFault, UNREADABLE } from './awsFault.ts';
import { fromCluster, fromInstance } from './rdsDatabases.ts';

const PAGE_SIZE = 100;
/** A database is about 10 kB of XML. */
const ANSWER_MAX_BYTES = 8_000_000;
const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_TIMEOUT_MS = 10_000;
/** One retry, as AWS recommends for throttling. */
const ATTEMPTS = 2;

/** Never rejects. `signal` also ends calls during an answer. */
export async function runAwsOrder(order: AwsOrder, signal: AbortSignal): Promise<AwsResult> {
  let isAssuming = false;
  try {
    isAssuming = order.identity.kind === 'token';
    const credentials = await credentialsOf(order, signal);
    isAssuming = false;
    return { kind: 'page', page: await listPage(order, credentials, signal) };
  } catch (error) {
    return { kind: 'fault', fault: toAwsFault(error, isAssuming, secretsOf(order.identity)) };
  }
}

async function credentialsOf(order: AwsOrder, abortSignal: AbortSignal): Promise<AwsCredentials> {
  if (order.identity.kind === 'credentials') return order.identity.credentials;
  const { token, roleArn, sessionName } = order.identity;
  const client = new STSClient(clientConfig(order, order.endpoints.sts));
  limitAnswers(client, abortSignal);
  try {
    const { Credentials: credentials } = await client.send(
      new AssumeRoleWithWebIdentityCommand({
        RoleArn: roleArn,
        RoleSessionName: sessionName,
        WebIdentityToken: token,
      }),
      { abortSignal },
    );
    const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '', Expiration } = credentials ?? {};
    if (AccessKeyId === '' || SecretAccessKey === '') throw new BadAnswer(UNREADABLE);
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiresMs: Expiration?.getTime() ?? 0,
    };
  } finally {
    client.destroy();
  }
}

async function listPage(order: AwsOrder, credentials: AwsCredentials, abortSignal: AbortSignal): Promise<AwsPage> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const client = new RDSClient({
    ...clientConfig(order, order.endpoints.rds),
    credentials: { accessKeyId, secretAccessKey, sessionToken },
  });
  limitAnswers(client, abortSignal);
  const input = {
    Filters: [{ Name: 'engine', Values: [...order.engines] }],
    MaxRecords: PAGE_SIZE,
    ...(order.nextToken !== '' && { Marker: order.nextToken }),
  };
  const { region } = order;
  const isFound = (database: FoundDatabase | undefined) => database !== undefined;
  try {
    if (order.rdsType === 'cluster') {
      const { DBClusters, Marker } = await client.send(new DescribeDBClustersCommand(input), { abortSignal });
      if (!DBClusters) throw new BadAnswer(UNREADABLE);
      const databases = DBClusters.map((cluster) => fromCluster(cluster, region)).filter(isFound);
      return { databases, nextToken: Marker ?? '', credentials };
    }
    const { DBInstances, Marker } = await client.send(new DescribeDBInstancesCommand(input), { abortSignal });
    if (!DBInstances) throw new BadAnswer(UNREADABLE);
    const databases = DBInstances.map((instance) => fromInstance(instance, region)).filter(isFound);
    return { databases, nextToken: Marker ?? '', credentials };
  } finally {
    client.destroy();
  }
}

const clientConfig = ({ region }: AwsOrder, endpoint: string | undefined) =>
  ({
    region,
    ...(endpoint !== undefined && { endpoint }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ANSWER_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  }) satisfies RDSClientConfig;

/** The library reads an answer of any length to its end, and aborts only requests whose answer has not started. */
function limitAnswers({ middlewareStack }: Pick<RDSClient, 'middlewareStack'> | STSClient, signal: AbortSignal): void {
  type Stack = { add: (middleware: Middleware, options: object) => void };
  type Middleware = (next: (args: object) => Promise<object>) => (args: object) => Promise<object>;
  (middlewareStack as unknown as Stack).add(
    (next) => async (args) => {
      const result = await next(args);
      const response = 'response' in result ? result.response : undefined;
      if (isObject(response) && response['body'] instanceof Readable) {
        response['body'] = limited(response['body'], signal);
      }
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  );
}

function limited(body: Readable, signal: AbortSignal): Readable {
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > ANSWER_MAX_BYTES) done(new BadAnswer('AWS sent an answer that is too large to read'));
      else done(null, chunk);
    },
  });
  pipeline(body, meter, { signal }).catch(() => undefined); // the reader of `meter` gets the error
  return meter;
}

const secretsOf = (identity: AwsIdentity): string[] =>
  identity.kind === 'token'
    ? [identity.token]
    : [identity.credentials.secretAccessKey, identity.credentials.sessionToken, identity.credentials.accessKeyId];
