import { expect, test } from 'vitest';
import type { Audit } from '../audit/audit.ts';
import { AppActivity } from './AppActivity.ts';
import type { AppSession } from './AppSession.ts';

const SESSION = {
  id: 'session',
  holder: { user: 'ann' },
  app: { name: 'wiki', publicAddr: 'wiki.example', uri: 'http://127.0.0.1:1' },
} as unknown as AppSession;

test.each([
  ['five minutes have passed', 5 * 60_000],
  ['the system clock was set back a day', -86_400_000],
])('the requests are written when %s', (_, passedMs) => {
  const counts: number[] = [];
  let nowMs = 0;
  const emitOrReport = (event: string, { requests }: { requests: number }) => counts.push(requests);
  const audit = { emitOrReport } as unknown as Audit;
  const activity = new AppActivity({ audit, now: () => nowMs, report: () => undefined });
  activity.note(SESSION, 200);
  activity.note(SESSION, 200);
  activity.flushDue();
  expect(counts).toEqual([]);
  nowMs = passedMs;
  activity.flushDue();
  expect(counts).toEqual([2]);
});
