// STS and RDS as AWS serves them: the query protocol with answers in XML. A token must be valid for the keys that the
// issuer publishes. The check uses a library that the gateway does not use.
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ACCOUNT = '123456789012';
const ACCESS_KEY = 'ASIATESTTESTTESTTEST';
const SECRET_KEY = 'secret-of-the-role';
const SESSION_TOKEN = 'session-token-of-the-role';
/** A role whose trust policy names another provider. */
export const FOREIGN_ROLE = `arn:aws:iam::${ACCOUNT}:role/foreign`;
export const ROLE = `arn:aws:iam::${ACCOUNT}:role/discover`;

export type AwsInstance = {
  id: string;
  engine: string;
  status?: string;
  port?: number;
  tags?: Record<string, string>;
  /** Absent: databases of Aurora have their own clusters. */
  cluster?: boolean;
};

export type AwsCall = { action: string; params: URLSearchParams; authorization: string; claims?: JWTPayload };

/** Replaces the next answer of an action: an answer, or a function that writes one. */
export type AwsReply = { status: number; body: string } | ((response: ServerResponse) => void);

export type AwsServer = {
  endpoint: string;
  calls: AwsCall[];
  databases: AwsInstance[];
  /** Databases of one page. */
  pageSize: number;
  /** By action. An entry applies until it is removed. */
  replies: Map<string, AwsReply>;
  secrets: readonly string[];
  /** Lifetime of credentials. */
  credentialsMs: number;
  /** Tokens are checked against the keys of this issuer: the gateway. `nowMs`: its time. */
  trust(issuer: { base: string; issuer: string; nowMs: () => number }): void;
  stop(): Promise<void>;
};

export async function startAwsServer(): Promise<AwsServer> {
  /** Read once, as AWS does, because the gateway limits frequent reads. */
  const providers: Record<string, Provider> = {};
  let trusted: { base: string; issuer: string; nowMs: () => number } | undefined;
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const aws: AwsServer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    databases: [],
    pageSize: 2,
    replies: new Map(),
    secrets: [SECRET_KEY, SESSION_TOKEN, ACCESS_KEY],
    credentialsMs: 3600_000,
    trust: (issuer) => (trusted = issuer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return aws;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += String(part);
    const params = new URLSearchParams(text);
    const action = params.get('Action') ?? '';
    const call: AwsCall = { action, params, authorization: request.headers.authorization ?? '' };
    aws.calls.push(call);
    const reply = aws.replies.get(action);
    if (typeof reply === 'function') return reply(response);
    const { status, body } =
      reply ?? (await answer(call).catch((error: unknown) => refusal('InvalidIdentityToken', error)));
    response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
  }

  async function answer(call: AwsCall): Promise<{ status: number; body: string }> {
    if (call.action === 'AssumeRoleWithWebIdentity') return assumeRole(call);
    if (!call.authorization.includes(`Credential=${ACCESS_KEY}/`))
      return refusal('InvalidClientTokenId', 'The security token included in the request is invalid');
    return listDatabases(call);
  }

  async function assumeRole(call: AwsCall) {
    const { params } = call;
    if (!trusted) throw new Error('no identity provider is known');
    const { issuer, keys } = (providers[trusted.base] ??= await readProvider(trusted.base));
    const { payload } = await jwtVerify(params.get('WebIdentityToken') ?? '', keys, {
      issuer,
      audience: 'discover.teleport',
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(trusted.nowMs()),
    });
    if (issuer !== trusted.issuer) throw new Error('the document names another issuer');
    call.claims = payload;
    if (params.get('RoleArn') !== ROLE)
      return refusal('AccessDenied', 'Not authorized to perform sts:AssumeRoleWithWebIdentity');
    const expiration = new Date(trusted.nowMs() + aws.credentialsMs).toISOString();
    return answerOf(
      'AssumeRoleWithWebIdentity',
      `<Credentials><AccessKeyId>${ACCESS_KEY}</AccessKeyId><SecretAccessKey>${SECRET_KEY}</SecretAccessKey>` +
        `<SessionToken>${SESSION_TOKEN}</SessionToken><Expiration>${expiration}</Expiration></Credentials>`,
    );
  }

  function listDatabases({ action, params, authorization }: AwsCall) {
    const region = /Credential=[^/]+\/\d+\/([^/]+)\/rds\//.exec(authorization)?.[1] ?? '';
    const isCluster = action === 'DescribeDBClusters';
    const engines = [...params].flatMap(([key, value]) => (key.startsWith('Filters.Filter.1.Values') ? [value] : []));
    const all = aws.databases.filter(
      ({ engine, cluster = false }) => engines.includes(engine) && cluster === isCluster,
    );
    const from = Number(params.get('Marker') ?? '0');
    const page = all.slice(from, from + aws.pageSize);
    const next = from + page.length;
    const marker = next < all.length ? `<Marker>${next}</Marker>` : '';
    const items = page.map((database) => (isCluster ? clusterXml(database, region) : instanceXml(database, region)));
    return answerOf(action, `${marker}<${action.slice(8)}>${items.join('')}</${action.slice(8)}>`);
  }
}

type Provider = { issuer: string; keys: JWTVerifyGetKey };

/** The metadata and keys that an identity provider at `base` publishes, independent of its public address. */
async function readProvider(base: string): Promise<Provider> {
  const discovery = (await (await fetch(`${base}/.well-known/openid-configuration`)).json()) as {
    issuer: string;
    jwks_uri: string;
  };
  const { pathname } = new URL(discovery.jwks_uri);
  return { issuer: discovery.issuer, keys: createRemoteJWKSet(new URL(pathname, base)) };
}

/** An error as AWS writes it. */
export const refusal = (code: string, message: unknown, status = code === 'InvalidIdentityToken' ? 400 : 403) => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${xml(String(message))}</Message></Error><RequestId>1</RequestId></ErrorResponse>`,
});

/** The parts of a token that are readable without a key. */
export const readToken = (token: string) => ({ header: decodeProtectedHeader(token), claims: decodeJwt(token) });

const answerOf = (action: string, result: string) => ({
  status: 200,
  body: `<${action}Response><${action}Result>${result}</${action}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${action}Response>`,
});

const tagsXml = (tags: Record<string, string> = {}) =>
  `<TagList>${Object.entries(tags)
    .map(([key, value]) => `<Tag><Key>${xml(key)}</Key><Value>${xml(value)}</Value></Tag>`)
    .join('')}</TagList>`;

const instanceXml = ({ id, engine, status = 'available', port = 5432, tags }: AwsInstance, region: string) =>
  `<DBInstance><DBInstanceIdentifier>${id}</DBInstanceIdentifier><DbiResourceId>db-${id.toUpperCase()}</DbiResourceId>` +
  `<DBInstanceArn>arn:aws:rds:${region}:${ACCOUNT}:db:${id}</DBInstanceArn><Engine>${engine}</Engine>` +
  `<EngineVersion>15.4</EngineVersion><DBInstanceStatus>${status}</DBInstanceStatus>` +
  `<Endpoint><Address>${id}.abc.${region}.rds.amazonaws.com</Address><Port>${port}</Port></Endpoint>` +
  `<DBSubnetGroup><VpcId>vpc-1</VpcId><Subnets><Subnet><SubnetIdentifier>subnet-1</SubnetIdentifier></Subnet></Subnets></DBSubnetGroup>` +
  `<IAMDatabaseAuthenticationEnabled>true</IAMDatabaseAuthenticationEnabled>${tagsXml(tags)}</DBInstance>`;

const clusterXml = ({ id, engine, status = 'available', port = 3306, tags }: AwsInstance, region: string) =>
  `<DBCluster><DBClusterIdentifier>${id}</DBClusterIdentifier><DbClusterResourceId>cluster-${id.toUpperCase()}</DbClusterResourceId>` +
  `<DBClusterArn>arn:aws:rds:${region}:${ACCOUNT}:cluster:${id}</DBClusterArn><Engine>${engine}</Engine>` +
  `<EngineVersion>8.0</EngineVersion><Status>${status}</Status><Port>${port}</Port>` +
  `<Endpoint>${id}.cluster-abc.${region}.rds.amazonaws.com</Endpoint>${tagsXml(tags)}</DBCluster>`;

const xml = (text: string): string => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
