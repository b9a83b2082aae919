// Reads the two values of the cluster's page for the relay's page (http-auth §2.1).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { BEARER_META, CSRF_META } from '../../src/wire/constants.ts';
import type { PageValues } from '../http/pages.ts';
import type { Cluster } from './cluster.ts';
import { clientOf, PAGE_SILENCE_MAX_MS } from './forward.ts';
import { get } from './get.ts';
import { toBrowser, toCluster, type Peers } from './headers.ts';
import { whyUnreachable } from './unreachable.ts';

const outageOf = (outage: string): PageValues => ({ csrf: '', bearer: '', outage });

/** The headers that the cluster's page depends on. Headers about a body are excluded, because this request has none. */
const PASSED = ['cookie', 'user-agent', 'accept-language', 'x-forwarded-for'];

const only = (names: readonly string[], headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.entries(headers).reduce(
    (some, [name, value]) => (names.includes(name) ? { ...some, [name]: value } : some),
    {},
  );

const LOG_EVERY_MS = 60_000;
const REASONS_MAX = 20;
/** When each reason was last logged: while a cluster is down, every page request fails for the same reason. */
const logged = new Map<string, number>();

function logOnce(request: FastifyRequest, why: string): void {
  const nowMs = performance.now();
  if (nowMs - (logged.get(why) ?? -Infinity) < LOG_EVERY_MS) return;
  if (logged.size >= REASONS_MAX) logged.clear();
  logged.set(why, nowMs);
  request.log.warn(why);
}

/**
 * Requests the cluster's page with the browser's cookies, forwards its cookies and returns the page's values. If the
 * cluster does not answer, the page shows the reason, retries, and then loads its address.
 */
export async function clusterPageValues(
  request: FastifyRequest,
  reply: FastifyReply,
  cluster: Cluster,
  peers: Peers,
): Promise<PageValues> {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  try {
    const all = toCluster(request.headers, peers, request.ip);
    const headers: OutgoingHttpHeaders = { ...only(PASSED, all), accept: 'text/html' };
    const page = await get(cluster, '/web', headers, PAGE_SILENCE_MAX_MS, clientOf(request), disconnected.signal);
    const values = readPageValues(page.text);
    if (!values) {
      const why = `${peers.cluster}/web is not the web page of a cluster (status ${page.status})`;
      logOnce(request, why);
      return outageOf(why);
    }
    const cookies = toBrowser(page.headers, peers)['set-cookie'];
    if (cookies !== undefined) reply.header('set-cookie', cookies);
    return values;
  } catch (error) {
    const why = whyUnreachable(peers.cluster, error);
    if (!disconnected.signal.aborted) logOnce(request, why);
    return outageOf(why);
  }
}

/** undefined for a page that is not a console page. */
export function readPageValues(html: string): PageValues | undefined {
  const csrf = metaContent(html, CSRF_META);
  return csrf === undefined ? undefined : { csrf, bearer: metaContent(html, BEARER_META) ?? '' };
}

function metaContent(html: string, name: string): string | undefined {
  const named = new RegExp(`\\sname="${name}"`);
  // In two steps: a single pattern would take minutes for text that is not a page.
  const element = html.match(/<meta\s[^<>]*>/g)?.find((text) => named.test(text));
  const content = element && /\scontent="([^"]*)"/.exec(element)?.[1];
  return content === undefined ? undefined : unescapeAttribute(content);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeAttribute = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return (name ? NAMED[name] : code <= 0x10ffff && String.fromCodePoint(code)) || whole;
    },
  );
