import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnonymousLog, type MergedRequests } from './AnonymousLog.ts';
import { ANONYMOUS_LOG_RATE } from './limits.ts';

let reported: MergedRequests[];
let log: AnonymousLog;
beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  log = new AnonymousLog((merged) => reported.push(merged));
});
afterEach(() => vi.useRealTimers());

const requests = (address: string, count: number): number =>
  Array.from({ length: count }, () => log.allows(address)).filter(Boolean).length;

test('logs each request of a network up to a rate, independently of other networks', () => {
  expect(requests('192.0.2.1', 1000)).toBe(ANONYMOUS_LOG_RATE.burst);
  expect(requests('192.0.2.2', 10)).toBe(10);
});

test('counts omitted requests and reports them once a minute with the busiest networks', () => {
  requests('192.0.2.1', ANONYMOUS_LOG_RATE.burst + 700);
  requests('192.0.2.2', ANONYMOUS_LOG_RATE.burst + 30);
  vi.advanceTimersByTime(60_000);
  expect(reported).toEqual([
    {
      requests: 730,
      most: [
        { network: '192.0.2.1', requests: 700 },
        { network: '192.0.2.2', requests: 30 },
      ],
    },
  ]);
  vi.advanceTimersByTime(600_000);
  expect(reported).toHaveLength(1);
});

test('limits the lines of many networks in total', () => {
  let lines = 0;
  for (let n = 0; n < 10_000; n += 1) lines += requests(`198.51.${n >> 8}.${n & 255}`, 1);
  expect(lines).toBeLessThan(4_000);
  log.flush();
  expect(reported[0]?.requests).toBe(10_000 - lines);
  expect(reported[0]?.most).toHaveLength(5);
});
