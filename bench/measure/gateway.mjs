// The gateway alone: start, memory at rest, a page of a list out of 10 000 servers.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../support/stats.mjs';
import { figure } from '../support/table.mjs';

const REQUESTS = 200;
/** After the start and the first requests: by then idle threads have ended. */
const REST_MS = 45_000;
const PREDICATES = [
  'labels["env"] == "prod" && labels["team"] != "core"',
  'search("host") && labels["env"] == "dev"',
  'labels["region"] == "eu-1" || equals(labels["team"], "data")',
  '!(labels["env"] == "prod") && name != "x"',
];

/**
 * @param {{ base: string, cluster: string, pid: number, startMs: number, call: (path: string) => Promise<Response> }} gateway
 * @returns {Promise<import('../support/table.mjs').Figure[]>}
 */
export async function measureGateway({ cluster, pid, startMs, call }) {
  await delay(REST_MS);
  const atRestMb = residentMb(pid);
  const took = [];
  let sentBytes = 0;
  for (let at = 0; at < REQUESTS; at += 1) {
    const query = encodeURIComponent(PREDICATES[at % PREDICATES.length] ?? '');
    const asked = performance.now();
    const answer = await call(`/v1/webapi/sites/${cluster}/nodes?limit=500&sort=hostname:asc&query=${query}`);
    await answer.text();
    sentBytes = Number(answer.headers.get('content-length'));
    took.push(performance.now() - asked);
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`);
  }
  return [
    figure('second start → listening', 'ms', [startMs], { bar: 2000 }),
    figure('memory at rest', 'MB', [atRestMb], { bar: 150 }),
    figure('500 of 10 000 servers with a predicate, median', 'ms', [percentile(took, 0.5)], { digits: 1 }),
    figure('– 95th percentile', 'ms', [percentile(took, 0.95)], { bar: 50, digits: 1 }),
    figure('– as sent', 'kB', [sentBytes / 1000], { digits: 1 }),
  ];
}

/** @param {number} pid */
export const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1000;
