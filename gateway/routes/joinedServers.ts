// Servers that joined with a token: how the gateway connects to them, the reports of their scripts, and their tokens.
// An extension (http-resources §3.1, §12.2).
import { textAt } from '../../src/lib/json.ts';
import type { ServerReachJson } from '../../src/wire/inventoryJson.ts';
import type { JoinReportsJson, TokenUsesJson } from '../../src/wire/joinTokens.ts';
import { NODE } from '../documents/kinds/inventory.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import { OK, type Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'documents' | 'hostId' | 'reverseTunnels' | 'joinReports'>;

const USES_MAX = 1000;

export function joinedServerRoutes(api: Api, gateway: Parts): void {
  const { stores, documents, joinReports } = gateway;

  const seenBy = (caller: Caller, id: string): Entry => {
    requireRule(caller, 'node', 'list', 'read');
    const entry = stores.inventory.find('node', id);
    if (!entry || !caller.access.resource('node', entry.labels).ok) throw notFound('the server is not found');
    return entry;
  };

  api.on('GET', 'postern/sites/:site/nodes/:id/reach', 'session+site', ({ caller, param }) =>
    reachOf(seenBy(caller, param('id')), caller, gateway),
  );

  api.on('DELETE', 'postern/sites/:site/nodes/:id', 'session+site', async ({ caller, param }) => {
    const { key } = seenBy(caller, param('id'));
    if (!stores.joinedHosts.find(key)) throw badRequest('this server did not join with a token');
    // Users who manage join tokens decide which servers join: no preset has the rule for nodes.
    const kind = caller.access.rule('node', 'delete').ok ? NODE : { ...NODE, rule: 'token' };
    await documents.remove(kind, caller, key);
    return OK;
  });

  api.on('GET', 'postern/tokens/:token/joins', 'session', ({ caller, param }): JoinReportsJson => {
    requireRule(caller, 'token', 'read');
    return { joins: joinReports.of(param('token')) };
  });

  api.on('GET', 'postern/tokens/uses', 'session', ({ caller }): TokenUsesJson => {
    requireRule(caller, 'token', 'list', 'read');
    const uses = stores.tokenUses.newest(USES_MAX).map(({ timeMs, ...use }) => ({
      ...use,
      time: new Date(timeMs).toISOString(),
      present: stores.inventory.find('node', use.node) !== undefined,
    }));
    return { uses };
  });
}

function reachOf(entry: Entry, { access }: Caller, { stores, hostId, reverseTunnels }: Parts): ServerReachJson {
  const address = textAt(entry.document.spec, 'addr');
  const isJoined = entry.connect.via === 'ssh' && entry.connect.joined !== undefined;
  const joined = isJoined ? stores.joinedHosts.find(entry.key) : undefined;
  if (!joined) return { via: entry.key === hostId ? 'self' : 'direct', address };
  const isTunnel = joined.tunnelKey !== '';
  const { connected, sinceMs } = reverseTunnels.hosts.stateOf(entry.key);
  return {
    ...(isTunnel
      ? { via: 'tunnel', address: '', tunnel: { connected, ...timeAt('since', sinceMs) } }
      : { via: 'direct', address }),
    joined: { time: isoTime(joined.joinedMs), ...(access.rule('token', 'read').ok && { token: joined.token }) },
    ...timeAt('contact', joined.contactMs),
  };
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
/** Empty if the time is 0. */
const timeAt = <K extends string>(key: K, ms = 0): { [key in K]?: string } =>
  ms > 0 ? ({ [key]: isoTime(ms) } as { [key in K]: string }) : {};
