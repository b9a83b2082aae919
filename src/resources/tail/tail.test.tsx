// The live tail and the counts of the audit log: with a cluster, and with a gateway that counts.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { contextWith, forgetFailedCall, FULL_ACL, openResource } from '../../../tests/support/resourceHarness.tsx';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { config } from '../../api/config.ts';
import type { UserContext } from '../../api/userContext.ts';
import type * as userContextModule from '../../api/userContext.ts';
import { prefetchPopups } from '../../ui/Popup.tsx';
import { AUDIT_FILTER } from '../../wire/config.ts';

beforeAll(prefetchPopups);

let user: UserContext;
vi.mock('../../api/userContext.ts', async (original) => ({
  ...(await original<typeof userContextModule>()),
  userContext: () => user,
}));

const audit = resourceNamed('audit');

type Event = { uid: string; time: string; user: string };
/** All events of the server, the newest first. `fails`: it does not answer. */
let server: { events: Event[]; pageRows: number; fails: boolean; asked: URL[] };

const HOUR_MS = 3600_000;
const noon = new Date();
noon.setHours(12, 0, 0, 0);
const event = (n: number, name = 'ann', atMs = noon.getTime() - n * 1000): Event => ({
  ...{ uid: `uid-${n}`, time: new Date(atMs).toISOString(), user: name },
  ...{ code: 'T1000I', event: 'user.login' },
});

function answer(url: URL): unknown {
  const parameter = (name: string) => url.searchParams.get(name) ?? '';
  const [from, to] = [Date.parse(parameter('from')), Date.parse(parameter('to'))];
  const inSpan = server.events.filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to);
  const wanted = /labels\["user"\] == "(\w+)"/.exec(parameter('query'))?.[1] ?? (parameter('search') || undefined);
  const found = inSpan.filter(({ user: name }) => wanted === undefined || name === wanted);
  if (url.pathname.endsWith('/facets')) {
    const names = [...new Set(inSpan.map(({ user: name }) => name))];
    const values = names.map((value) => ({ value, count: inSpan.filter(({ user: name }) => name === value).length }));
    return { total: inSpan.length, facets: [{ name: 'user', values, others: 7 }] };
  }
  if (url.pathname.endsWith('/histogram')) return { bars: [[12, found.length, 0]], startKey: '' };
  const after = parameter('startKey');
  const first = after === '' ? 0 : found.findIndex(({ uid }) => uid === after) + 1;
  const events = found.slice(first, first + server.pageRows);
  return { events, startKey: first + server.pageRows < found.length ? events.at(-1)?.uid : '' };
}

beforeEach(() => {
  user = contextWith(FULL_ACL);
  vi.stubGlobal('innerHeight', 2000);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.useFakeTimers({ now: noon.getTime() + HOUR_MS, shouldAdvanceTime: true });
  server = { events: Array.from({ length: 6 }, (_, n) => event(n)), pageRows: 4, fails: false, asked: [] };
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.origin);
    if (!url.pathname.includes('/events/')) return Response.json([{ name: 'ann', roles: [] }]);
    server.asked.push(url);
    if (server.fails) throw new TypeError('Failed to fetch');
    return Response.json(answer(url));
  });
});
afterEach(() => {
  Object.assign(config, { extensions: [] });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = () => screen.getAllByRole('row').filter((row) => /signed in/i.test(row.textContent)).length;
const grid = () => screen.getByRole('grid');
const tail = () => screen.getByRole('switch', { name: 'Live tail' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const searches = () => server.asked.filter(({ pathname }) => pathname.endsWith('/events/search'));

async function open(below = '') {
  const opened = openResource(audit, below);
  await waitFor(() => expect(rows()).toBeGreaterThan(0));
  return opened;
}

test('the tail is off by default and adds new events at the top while it is on', async () => {
  const { address } = await open();
  await pass(20_000);
  expect(searches()).toHaveLength(1);
  await userEvent.click(tail());
  await waitFor(() => expect(address()).toContain('tail=on'));
  const before = rows();
  server.events.unshift(event(-5, 'bob'));
  await pass(6000);
  await waitFor(() => expect(rows()).toBe(before + 1));
  expect(within(screen.getAllByRole('row')[2]!).getByText(/bob/)).toBeTruthy();
  // Only parameters of a 13.1 cluster, and only the time that may have new rows.
  const last = searches().at(-1)!.searchParams;
  expect([...last.keys()].toSorted()).toEqual(['from', 'include', 'limit', 'startKey', 'to']);
  expect(Date.parse(last.get('from')!)).toBeGreaterThan(noon.getTime() - 70_000);
  await userEvent.click(tail());
  const asked = searches().length;
  await pass(20_000);
  expect(searches()).toHaveLength(asked);
});

test('shows invisible and bidirectional characters of a name in the list and in the details', async () => {
  server.events.unshift(event(-1, '\u202Enimda'), event(-2, 'ad\u200Bmin'));
  await open('/uid--1');
  const shown = () => document.body.textContent;
  await waitFor(() => expect(shown()).toContain('⟨U+202E⟩nimda signed in'));
  expect(shown()).toContain('ad⟨U+200B⟩min');
  expect(shown()).toContain('"user": "⟨U+202E⟩nimda"');
  expect(shown()).not.toMatch(/[\u202E\u200B]/);
});

test('new events wait behind a button while the user has scrolled down', async () => {
  await open('?tail=on');
  Object.defineProperty(grid(), 'scrollTop', { value: 300, writable: true });
  act(() => void grid().dispatchEvent(new Event_('scroll')));
  const before = rows();
  server.events.unshift(event(-1, 'bob'), event(-2, 'eve'));
  await pass(6000);
  const button = await screen.findByRole('button', { name: '2 new events' });
  expect(rows()).toBe(before);
  await userEvent.click(button);
  await waitFor(() => expect(rows()).toBe(before + 2));
  expect(screen.queryByRole('button', { name: /new event/ })).toBeNull();
});
const Event_ = globalThis.Event;

test('new events wait while an event is open, and only matching events are counted', async () => {
  await open('/uid-2?tail=on&query=labels%5B%22user%22%5D%20%3D%3D%20%22ann%22');
  server.events.unshift(event(-2, 'ann'), event(-1, 'eve'));
  await pass(6000);
  expect(await screen.findByRole('button', { name: '1 new event' })).toBeTruthy();
});

test('reports a lost connection and continues after it is restored', async () => {
  await open('?tail=on');
  await pass(6000);
  server.fails = true;
  await pass(6000);
  expect(await screen.findByText(/Connection lost, trying again every 5 s/)).toBeTruthy();
  await forgetFailedCall();
  server.fails = false;
  server.events.unshift(event(-9, 'bob'));
  await pass(6000);
  await waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull());
  expect(screen.getAllByText(/bob/).length).toBeGreaterThan(0);
});

test('a range in the past has no tail', async () => {
  server.events = [event(0, 'ann', noon.getTime() - 72 * HOUR_MS)];
  const day = server.events[0]!.time.slice(0, 10);
  await open(`?from=${day}&to=${day}&tail=on`);
  expect(screen.queryByRole('switch', { name: 'Live tail' })).toBeNull();
});

test('facets and header count the whole range if the server can count', async () => {
  Object.assign(config, { extensions: [AUDIT_FILTER] });
  server.events = Array.from({ length: 40 }, (_, n) => event(n, n < 30 ? 'ann' : 'old'));
  await open();
  expect(await screen.findByText('Counts over all 40')).toBeTruthy();
  expect(screen.getByText('40 events')).toBeTruthy();
  expect(screen.getByText('7 rows have other values')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'old' }));
  // None of them is among the four loaded rows.
  await waitFor(() => expect(rows()).toBeGreaterThan(3));
  expect(await screen.findByText('10 of 40 events')).toBeTruthy();
});

test('the header counts at least the loaded rows while the server’s counts are older', async () => {
  Object.assign(config, { extensions: [AUDIT_FILTER] });
  // So far apart that a request for new rows causes no reload of the list.
  const apart = (n: number) => event(n, n < 38 ? 'ann' : 'old', noon.getTime() - n * 60_000);
  server.events = Array.from({ length: 40 }, (_, n) => apart(n));
  await open(`?tail=on&query=${encodeURIComponent('labels["user"] == "old"')}`);
  expect(await screen.findByText('2 of 40 events')).toBeTruthy();
  server.events.unshift(event(-5, 'old'));
  await pass(6000);
  await waitFor(() => expect(rows()).toBe(3));
  expect(screen.getByText('3 of 40 events')).toBeTruthy();
  await pass(30_000);
  expect(await screen.findByText('3 of 41 events')).toBeTruthy();
});

test('on a cluster the counts name the loaded rows and cause no request', async () => {
  await open();
  expect(await screen.findByText('Counts over the 4 loaded')).toBeTruthy();
  expect(screen.getByText('4 events loaded')).toBeTruthy();
  await userEvent.type(screen.getByRole('combobox'), 'nobody');
  await pass(2000);
  expect(searches()).toHaveLength(server.asked.length);
  expect(searches().every(({ searchParams }) => !searchParams.has('search') && !searchParams.has('query'))).toBe(true);
});

test('requests a part of the range that is not loaded', async () => {
  server.events = Array.from({ length: 40 }, (_, n) => event(n, n < 30 ? 'ann' : 'old'));
  const at = noon.getTime();
  const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
  await open(`?span=${iso(at - 39_000)}..${iso(at - 35_000)}`);
  await waitFor(() => expect(rows()).toBe(4));
  expect(screen.getAllByText(/old/).length).toBeGreaterThan(0);
});

test('an event links to its user if the user exists', async () => {
  server.events = [event(0, 'gone'), event(1, 'ann')];
  await open('/uid-1');
  expect(await screen.findByRole('link', { name: /User ann/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Previous event' }));
  await screen.findByRole('button', { name: 'Next event' });
  await pass(500);
  expect(screen.queryByRole('link', { name: /User gone/ })).toBeNull();
});
