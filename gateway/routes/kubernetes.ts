// Contents of Kubernetes clusters (http-resources §5, §22).
import type { Access } from '../../src/access/access.ts';
import type { PodName } from '../../src/access/kubernetes.ts';
import { parseClusterUser } from '../../src/wire/kubernetesJson.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied } from '../http/failures.ts';
import { ANNOUNCED_HEARTBEAT, withHeartbeat } from '../http/heartbeat.ts';
import { hungUp } from '../http/hungUp.ts';
import { limitForUsers } from '../http/limitForUsers.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { requireRule } from '../identity/caller.ts';
import { asAnswer, findCluster, grantCluster, type KubeGrant } from '../kubernetes/clusterAccess.ts';
import { judgeCluster } from '../kubernetes/judgeCluster.ts';
import type { KubeQuery } from '../kubernetes/KubeClient.ts';
import { KubeReader } from '../kubernetes/KubeReader.ts';
import { KubeRequestLog } from '../kubernetes/KubeRequestLog.ts';
import type { Api, SignedInCall } from './api.ts';
import { listParameters } from './listQuery.ts';

type Parts = Pick<Gateway, 'stores' | 'dialer' | 'openCalls' | 'audit' | 'now' | 'hostId'>;

/** Each log holds a connection to the cluster. */
const LOGS_OF_USER_MAX = 20;
/** Each list also has a page of 4 MB and the rows of its answer in memory. */
const LISTS_OF_USER_MAX = 20;
const MANY_LOGS = `You have ${LOGS_OF_USER_MAX} logs open, which is the most. Close one first.`;
const MANY_LISTS = `The gateway reads ${LISTS_OF_USER_MAX} lists of clusters for you, which is the most. Try again later.`;
const TAIL_LINES_MAX = 100_000;

export function kubernetesRoutes(api: Api, parts: Parts): void {
  const requests = new KubeRequestLog(parts.audit, parts.now);
  const beginList = limitForUsers(LISTS_OF_USER_MAX, MANY_LISTS);
  /** Reading ends with the sign-in, and once the caller may no longer read. */
  const readList = async <T>(
    call: SignedInCall,
    grant: KubeGrant,
    path: string,
    read: (reader: KubeReader, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const { signal, close } = parts.openCalls.open(call.caller, ({ access }) => revoked(access, grant));
    try {
      return await noted(call, grant, path, async () => {
        const end = beginList(call.caller.user.name);
        const ended = AbortSignal.any([signal, hungUp(call.reply)]);
        return KubeReader.open(parts, grant, ended)
          .then((reader) => read(reader, ended))
          .finally(end);
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      close();
    }
  };
  const root = 'postern/sites/:site/kubernetes/:cluster';
  const list = <T extends object>(
    path: string,
    verbPath: (call: SignedInCall) => string,
    read: (reader: KubeReader, call: SignedInCall, signal: AbortSignal) => Promise<T>,
  ) =>
    api.on('GET', `${root}/${path}`, { guard: 'session+site', compress: true }, (call) =>
      readList(call, clusterOf(parts, call), verbPath(call), (reader, signal) => read(reader, call, signal)),
    );

  list(
    'namespaces',
    () => '/api/v1/namespaces',
    (reader, _, signal) => reader.namespaces(signal),
  );
  list(
    'pods',
    ({ query }) => pathOf(query('namespace'), 'pods'),
    (reader, { query }, signal) => reader.pods(query('namespace'), signal),
  );
  list(
    'events',
    ({ query }) => pathOf(query('namespace'), 'events'),
    (reader, { query }, signal) => reader.events(query('namespace'), query('pod'), signal),
  );
  list(
    'pods/:namespace/:pod',
    ({ param }) => `${pathOf(param('namespace'), 'pods')}/${param('pod')}`,
    (reader, { param }, signal) => reader.pod(param('namespace'), param('pod'), signal),
  );

  logRoute();
  contractRoute();

  /** The log of a container as text. With `follow=true` it continues until one side ends it. */
  function logRoute(): void {
    const beginLog = limitForUsers(LOGS_OF_USER_MAX, MANY_LOGS);
    api.on('GET', `${root}/pods/:namespace/:pod/logs`, 'session+site', async (call) => {
      const { caller, param, query, reply } = call;
      const [namespace, pod] = [param('namespace'), param('pod')];
      const grant = clusterOf(parts, call);
      if (caller.access.requiresSessionMfa('kube_cluster', grant.entry.labels))
        throw denied('Your roles ask for a hardware key for each session. Read the log in a shell of the pod.');
      const logRequest = logQuery(query);
      const forget = beginLog(caller.user.name);
      try {
        const path = `${pathOf(namespace, 'pods')}/${pod}/log`;
        const disconnected = hungUp(reply);
        const body = await noted(call, grant, path, async () =>
          (await KubeReader.open(parts, grant, disconnected)).logs(namespace, pod, logRequest, disconnected),
        );
        body.once('close', forget);
        call.recheck();
        const beats = logRequest.follow && query('heartbeat') === 'yes';
        if (beats) reply.header(...ANNOUNCED_HEARTBEAT);
        const stream = parts.openCalls.stream(beats ? withHeartbeat(body) : body, caller, ({ access }) =>
          revoked(access, grant, { namespace, name: pod }),
        );
        // A client that follows a silent container gets the headers at once.
        stream.once('resume', () => reply.raw.flushHeaders());
        if (query('download') === 'yes')
          reply.header('content-disposition', `attachment;filename="${encodeURIComponent(pod)}.log"`);
        return await reply.header('content-type', 'text/plain; charset=utf-8').send(stream);
      } catch (error) {
        forget();
        throw error;
      }
    });
  }

  /** The route that a cluster has too. */
  function contractRoute(): void {
    api.on('GET', 'sites/:site/pods', 'session+site', async (call) => {
      const { caller, query } = call;
      const { limit, startKey } = listParameters(call, { resource: 'pod', columns: { name: 'name' } });
      const name = query('kubeCluster');
      if (name === '') throw rpcFault('InvalidArgument', 'missing parameter KubernetesCluster');
      requireRule(caller, 'kube_server', 'list', 'read');
      const entry = parts.stores.inventory.find('kube_cluster', name);
      if (!entry || !caller.access.resource('kube_cluster', entry.labels).ok)
        throw rpcFault('NotFound', `kubernetes cluster "${name}" not found`);
      const grant = grantCluster(caller, entry, undefined);
      const { rows, next } = await readList(call, grant, pathOf(query('kubeNamespace'), 'pods'), (reader, signal) =>
        reader.page(query('kubeNamespace'), limit, startKey, signal),
      );
      const items = rows.map((pod) => ({
        kind: 'pod',
        name: pod.name,
        labels: pod.labels,
        namespace: pod.namespace,
        cluster: name,
      }));
      return { items, startKey: next, totalCount: 0 };
    });
  }

  /** Runs a call of the cluster and writes its audit event, even if it is refused. */
  async function noted<T>(
    { caller, request }: SignedInCall,
    grant: KubeGrant,
    path: string,
    work: () => Promise<T>,
  ): Promise<T> {
    const { entry, identity } = grant;
    const note = (response_code: number) =>
      requests.read({
        user: caller.user.name,
        request_path: path.slice(0, 1000),
        response_code,
        kubernetes_cluster: entry.key,
        kubernetes_users: [identity.user],
        kubernetes_groups: identity.groups,
        kubernetes_labels: entry.labels,
        server_id: parts.hostId,
        'addr.local': '',
        'addr.remote': remoteAddressOf(request),
      });
    try {
      const result = await asAnswer(work);
      note(200);
      return result;
    } catch (error) {
      if (error instanceof ApiFailure) note(error.status);
      throw error;
    }
  }
}

/** The cluster of a path, and the identity for calls to it. */
function clusterOf({ stores }: Pick<Parts, 'stores'>, { caller, param, query }: SignedInCall): KubeGrant {
  requireRule(caller, 'kube_server', 'list', 'read');
  const { cluster, user } = parseClusterUser(param('cluster'));
  return grantCluster(caller, findCluster(stores.inventory, caller, cluster), query('user') || user);
}

/** Why a call may not continue. The labels of the cluster at the start of the call count. */
const revoked = (access: Access, { entry, identity }: KubeGrant, pod?: PodName): string | undefined =>
  judgeCluster(access, entry.labels, identity, pod).ok
    ? undefined
    : `Access revoked: your roles no longer allow this in ${entry.key}.`;

function logQuery(query: SignedInCall['query']): KubeQuery {
  const tail = query('tail');
  if (tail !== '' && !(/^\d+$/.test(tail) && Number(tail) <= TAIL_LINES_MAX))
    throw badRequest(`tail: expected a number up to ${TAIL_LINES_MAX}`);
  const since = query('since');
  if (since !== '' && !/^\d{1,9}$/.test(since)) throw badRequest('since: expected a number of seconds');
  const flag = (name: string) => (query(name) === 'yes' ? true : undefined);
  return {
    container: query('container') || undefined,
    follow: flag('follow'),
    previous: flag('previous'),
    timestamps: flag('timestamps'),
    tailLines: tail || undefined,
    sinceSeconds: since || undefined,
  };
}

const pathOf = (namespace: string, kind: string): string =>
  namespace === '' ? `/api/v1/${kind}` : `/api/v1/namespaces/${namespace}/${kind}`;

/** A failure in the form of another process's error, which clients of the reference get unchanged. */
const rpcFault = (code: string, message: string) => new ApiFailure(500, `rpc error: code = ${code} desc = ${message}`);
