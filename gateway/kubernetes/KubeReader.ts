// A user's view of a cluster: lists and logs, limited to the pods that the roles allow.
import type { IncomingMessage } from 'node:http';
import { at, textAt } from '../../src/lib/json.ts';
import type { KubeEventJson, KubeListJson, NamespaceJson, PodJson } from '../../src/wire/kubernetesJson.ts';
import { denied } from '../http/failures.ts';
import { inTurns } from '../process/turns.ts';
import type { KubeGrant } from './clusterAccess.ts';
import { KubeClient, kubeName, type KubeParts, type KubeQuery } from './KubeClient.ts';
import { AnswerTooLong, KubernetesFault } from './KubernetesFault.ts';
import { itemsOf, toEventJson, toNamespaceJson, toPodJson } from './toJson.ts';

/** A page is parsed without a pause: this many pods take about 10 ms. */
const PAGE = 200;
/** Pages of large objects are halved down to this size. */
const PAGE_MIN = 10;
/** Limit of rows of an answer, and of the cluster's rows that are read for them. */
const ROWS_MAX = 5_000;
const LOOKED_AT_MAX = 20_000;
/** Limit of the rows of an answer, which is serialized without a pause. */
const ANSWER_MAX_CHARS = 8_000_000;

export class KubeReader {
  #client: KubeClient;
  #grant: KubeGrant;

  private constructor(client: KubeClient, grant: KubeGrant) {
    this.#client = client;
    this.#grant = grant;
  }

  static async open(parts: KubeParts, grant: KubeGrant, signal: AbortSignal): Promise<KubeReader> {
    return new KubeReader(await KubeClient.open(parts, grant.entry, grant.identity, signal), grant);
  }

  namespaces(signal: AbortSignal): Promise<KubeListJson<NamespaceJson>> {
    const { pods } = this.#grant;
    return this.#all(['api', 'v1', 'namespaces'], toNamespaceJson, ({ name }) => pods.couldSee(name), signal);
  }

  /** `namespace`: '' for all. */
  pods(namespace: string, signal: AbortSignal): Promise<KubeListJson<PodJson>> {
    const { pods } = this.#grant;
    return this.#all(inNamespace(namespace, 'pods'), toPodJson, (pod) => pods.judge(pod).ok, signal);
  }

  /** A page of the cluster without the pods that are not allowed. */
  async page(namespace: string, limit: number, startKey: string, signal: AbortSignal) {
    const query = { continue: startKey || undefined };
    const { answer } = await this.#page(inNamespace(namespace, 'pods'), query, Math.min(limit, PAGE), signal);
    const rows = await rowsOf(itemsOf(answer), toPodJson, (pod) => this.#grant.pods.judge(pod).ok);
    return { rows, next: textAt(answer, 'metadata', 'continue') };
  }

  async pod(namespace: string, name: string, signal: AbortSignal): Promise<PodJson> {
    this.#require(namespace, name);
    return toPodJson(await this.#client.json([...inNamespace(namespace, 'pods'), name], {}, signal));
  }

  /** Events of pods. `pod`: '' for all visible ones. */
  events(namespace: string, pod: string, signal: AbortSignal): Promise<KubeListJson<KubeEventJson>> {
    if (pod !== '') this.#require(namespace, pod);
    const fieldSelector = `involvedObject.kind=Pod${pod === '' ? '' : `,involvedObject.name=${pod}`}`;
    const isAllowed = (event: KubeEventJson) =>
      event.object.startsWith('Pod/') &&
      this.#grant.pods.judge({ namespace: event.namespace, name: event.object.slice('Pod/'.length) }).ok;
    return this.#all(inNamespace(namespace, 'events'), toEventJson, isAllowed, signal, { fieldSelector });
  }

  /** The log of a container as a stream. `signal` ends it. */
  logs(namespace: string, name: string, query: KubeQuery, signal: AbortSignal): Promise<IncomingMessage> {
    this.#require(namespace, name);
    return this.#client.stream([...inNamespace(namespace, 'pods'), name, 'log'], query, signal);
  }

  #require(namespace: string, name: string): void {
    const verdict = this.#grant.pods.judge({ namespace, name: kubeName(name) });
    if (!verdict.ok) throw denied(`Your roles do not allow the pod ${namespace}/${name}: ${verdict.message}.`);
  }

  /** One page, and the limit that worked: a page that is too long is requested again with half the limit. */
  async #page(path: readonly string[], query: KubeQuery, limit: number, signal: AbortSignal) {
    for (let pageLimit = limit; ; pageLimit = Math.max(PAGE_MIN, Math.floor(pageLimit / 2)))
      try {
        return { answer: await this.#client.json(path, { ...query, limit: pageLimit }, signal), limit: pageLimit };
      } catch (error) {
        if (!(error instanceof AnswerTooLong)) throw error;
        if (pageLimit <= PAGE_MIN)
          throw new KubernetesFault(
            'list',
            `${error.message.replace(/\.$/, '')}, also for a page of ${pageLimit} objects. Look for objects with large annotations.`,
          );
      }
  }

  async #all<J>(
    path: readonly string[],
    toRow: (object: unknown) => J,
    isAllowed: (row: J) => boolean,
    signal: AbortSignal,
    query: KubeQuery = {},
  ): Promise<KubeListJson<J>> {
    const items: J[] = [];
    let next = '';
    let [lookedAt, chars, isCut] = [0, 0, false];
    let limit = PAGE;
    do {
      const page = await this.#page(path, { ...query, continue: next || undefined }, limit, signal);
      const { answer } = page;
      limit = page.limit;
      const objects = itemsOf(answer);
      lookedAt += objects.length;
      for (const row of await rowsOf(objects, toRow, isAllowed)) {
        isCut ||= items.length >= ROWS_MAX || chars > ANSWER_MAX_CHARS;
        if (isCut) break;
        items.push(row);
        chars += JSON.stringify(row).length;
      }
      const again = textAt(at(answer, 'metadata'), 'continue');
      // Stops if a server repeats pages or sends endless empty ones.
      next = again === next || objects.length === 0 ? '' : again;
    } while (next !== '' && !isCut && items.length < ROWS_MAX && lookedAt < LOOKED_AT_MAX);
    return next === '' && !isCut ? { items } : { items, truncated: true };
  }
}

/** Others are served in between: a server may send any number on a page. */
async function rowsOf<J>(objects: unknown[], toRow: (object: unknown) => J, isAllowed: (row: J) => boolean) {
  const rows: J[] = [];
  await inTurns(objects, (object) => {
    const row = toRow(object);
    if (isAllowed(row)) rows.push(row);
  });
  return rows;
}

const inNamespace = (namespace: string, kind: string): string[] =>
  namespace === '' ? ['api', 'v1', kind] : ['api', 'v1', 'namespaces', namespace, kind];
