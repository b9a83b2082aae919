import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import nodes from '../../descriptors/nodes.descriptor.ts';
import type { Filter } from './filter.ts';
import type { ListParams } from './listParams.ts';
import { useListParams } from './useListParams.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inMemory = (element: ReactNode, address: string) =>
  createMemoryRouter([{ path: '/*', element }], { initialEntries: [address] });
const inBrowser = (element: ReactNode, address: string) => {
  window.history.replaceState(null, '', address);
  return createBrowserRouter([{ path: '/*', element }]);
};

type Seen = ReturnType<typeof useListParams>;

function open(address: string, routerOf: typeof inMemory = inMemory, expand?: (address: string) => string) {
  const seen: { now: Seen | undefined } = { now: undefined };
  const Probe = () => {
    const state = useListParams(nodes, expand);
    seen.now = state;
    return null;
  };
  const router = routerOf(<Probe />, `/${address}`);
  render(<RouterProvider router={router} />);
  const now = (): Seen => {
    if (!seen.now) throw new Error('nothing was drawn');
    return seen.now;
  };
  return { now, router, address: () => router.state.location.search };
}

const query = (text: string): Filter => ({ mode: 'query', query: text });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const queryOf = ({ filter }: ListParams): string => (filter.mode === 'query' ? filter.query : 'chips');

test('keeps a character typed while the address is being written', async () => {
  const { now, address } = open('?query=name == "x" || name == "y"');
  const { state, change } = now();
  await act(async () => {
    change({ ...state, filter: query('name == "x" || name == "y1') }, 'typing');
    await vi.advanceTimersByTimeAsync(150); // the address is written, but not rendered yet
    change({ ...state, filter: query('name == "x" || name == "y12') }, 'typing');
  });
  expect(queryOf(now().state)).toBe('name == "x" || name == "y12');
  await wait(500);
  expect(queryOf(now().state)).toBe('name == "x" || name == "y12');
  expect(new URLSearchParams(address()).get('query')).toBe('name == "x" || name == "y12');
});

test('sends the first key after the next paint, later keys after a delay, and never an invalid query', async () => {
  const { now } = open('');
  const typed = { ...now().state, filter: { mode: 'chips', chips: [], text: 'web' } } satisfies ListParams;
  act(() => now().change(typed, 'typing'));
  expect(now().state.filter).toEqual(typed.filter);
  expect(now().query.filter).toEqual({});
  await wait(40);
  expect(now().query.filter).toEqual({ search: 'web' });
  const longer = { ...typed, filter: { ...typed.filter, text: 'web-1' } };
  act(() => now().change(longer, 'typing'));
  expect(now().query.filter).toEqual({ search: 'web' });
  await wait(150);
  expect(now().query.filter).toEqual({ search: 'web-1' });
  act(() => now().change(typed, 'typing'));
  await wait(40);
  expect(now().query.filter).toEqual({ search: 'web' });

  act(() => now().change({ ...typed, sort: { field: 'hostname', order: 'DESC' } }));
  expect(now().query.sort.order).toBe('DESC');

  act(() => now().change({ ...typed, filter: query('name ==') }));
  expect(now().fault?.at).toBe(7);
  expect(now().query.filter).toEqual({ search: 'web' });
});

test('the cursor survives a change of density, and another request clears it', async () => {
  const { now, address } = open('?row=7:id-7');
  act(() => now().change({ ...now().state, density: 'compact' }));
  await wait(0);
  expect(address()).toBe('?density=compact&row=7:id-7');
  act(() => now().change({ ...now().state, filter: query('name == "x"') }));
  await wait(0);
  expect(now().state.row).toBeUndefined();
  expect(address()).not.toContain('row=');
});

test('reverting a change before its address is rendered also reverts the address', async () => {
  const { now, address } = open('?search=x');
  await act(async () => {
    flushSync(() => now().change({ ...now().state, density: 'compact' }));
    flushSync(() => now().change({ ...now().state, density: 'regular' }));
  });
  expect(now().state.density).toBe('regular');
  expect(address()).toBe('?search=x');
});

test('a delayed write keeps a row open that was opened during the delay', async () => {
  const { now, router, address } = open('');
  act(() => now().change({ ...now().state, row: { index: 2, id: 'c' } }, 'typing'));
  await act(async () => router.navigate('/c'));
  await wait(150);
  expect(router.state.location.pathname).toBe('/c');
  expect(address()).toBe('?row=3:c');
});

test('a delayed write waits for a pending navigation and does not undo it', async () => {
  const { now, router, address } = open('', inBrowser);
  await act(async () => {
    now().change({ ...now().state, row: { index: 2, id: 'c' } }, 'typing');
    await router.navigate('/c');
    await vi.advanceTimersByTimeAsync(150); // not rendered yet
  });
  expect(router.state.location.pathname).toBe('/c');
  await wait(150);
  expect(router.state.location.pathname).toBe('/c');
  expect(address()).toBe('?row=3:c');
});

test('reads the state from the address after navigation', async () => {
  const { now, router, address } = open('?search=one');
  act(() => now().change({ ...now().state, density: 'compact' }));
  await wait(0);
  expect(address()).toBe('?search=one&density=compact');
  await act(async () => router.navigate('/?search=two'));
  expect(now().state).toMatchObject({ filter: { text: 'two' }, density: 'regular' });
  await act(async () => router.navigate(-1));
  expect(now().state).toMatchObject({ filter: { text: 'one' }, density: 'compact' });
});

test('writes the default view of a list into the address', async () => {
  const { now, address } = open('', inMemory, (bare) => (bare === '' ? '?search=web&view=mine' : bare));
  await wait(0);
  expect(address()).toBe('?search=web&view=mine');
  expect(now().state.view).toBe('mine');
});

test('the error of an incomplete query names the end of the query', () => {
  const { now } = open('?query=labels["env"');
  expect(now().fault?.message).toContain("expected ']', found the end of the query");
});
