// What somebody sees of a cluster: lists and logs, cut to the pods that the roles allow.
import type { IncomingMessage } from 'node:http';
import { at, textAt } from '../../src/lib/json.ts';
import type { KubeEventJson, KubeListJson, NamespaceJson, PodJson } from '../../src/wire/kubernetesJson.ts';
import { denied } from '../http/failures.ts';
import { inTurns } from '../process/turns.ts';
import type { KubeGrant } from './clusterAccess.ts';
import { KubeClient, kubeName, type KubeParts, type KubeQuery } from './KubeClient.ts';
import { AnswerTooLong, KubernetesFault } from './KubernetesFault.ts';
import { itemsOf, toEventJson, toNamespaceJson, toPodJson } from './toJson.ts';

/** A page is parsed in one go: so many pods take about 10 ms. */
const PAGE = 200;
/** Pages of large objects are halved down to this. */
const PAGE_MIN = 10;
/** Rows of an answer, and how many of the cluster are looked at for them. */
const ROWS_MAX = 5_000;
const LOOKED_AT_MAX = 20_000;
/** Of the rows of an answer, which is written in one go. */
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

  /** A page as the cluster cuts it; what is not allowed is missing from it. */
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

  /** Events of pods. `pod`: '' for all that may be seen. */
  events(namespace: string, pod: string, signal: AbortSignal): Promise<KubeListJson<KubeEventJson>> {
    if (pod !== '') this.#require(namespace, pod);
    const fieldSelector = `involvedObject.kind=Pod${pod === '' ? '' : `,involvedObject.name=${pod}`}`;
    const isAllowed = (event: KubeEventJson) =>
      event.object.startsWith('Pod/') &&
      this.#grant.pods.judge({ namespace: event.namespace, name: event.object.slice('Pod/'.length) }).ok;
    return this.#all(inNamespace(namespace, 'events'), toEventJson, isAllowed, signal, { fieldSelector });
  }

  /** The log of a container as it comes; `signal` ends it. */
  logs(namespace: string, name: string, query: KubeQuery, signal: AbortSignal): Promise<IncomingMessage> {
    this.#require(namespace, name);
    return this.#client.stream([...inNamespace(namespace, 'pods'), name, 'log'], query, signal);
  }

  #require(namespace: string, name: string): void {
    const verdict = this.#grant.pods.judge({ namespace, name: kubeName(name) });
    if (!verdict.ok) throw denied(`Your roles do not allow the pod ${namespace}/${name}: ${verdict.message}.`);
  }

  /** One page, and the limit that it was short enough with: a page that is too long is asked for at half of it. */
  async #page(path: readonly string[], query: KubeQuery, limit: number, signal: AbortSignal) {
    for (let wanted = limit; ; wanted = Math.max(PAGE_MIN, Math.floor(wanted / 2)))
      try {
        return { answer: await this.#client.json(path, { ...query, limit: wanted }, signal), limit: wanted };
      } catch (error) {
        if (!(error instanceof AnswerTooLong)) throw error;
        if (wanted <= PAGE_MIN)
          throw new KubernetesFault(
            'list',
            `${error.message.replace(/\.$/, '')}, also for a page of ${wanted} objects. Look for objects with large annotations.`,
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
      // A server that goes round in circles, or sends empty pages for ever, is left.
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
