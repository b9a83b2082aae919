import { fireEvent, render, screen } from '@testing-library/react';
import type { DataProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import roles from '../../descriptors/roles.descriptor.ts';
import { readAhead, takeRead } from './readAhead.ts';

const getMany = vi.fn(async (_name: string, { ids: [id] }: { ids: string[] }) => ({
  data: [{ id, name: id, content: `kind: role # ${id}\n` }],
}));
// Methods that this test does not call are missing.
const dataProvider = { getMany } as unknown as DataProvider;
let stop: () => void = () => undefined;

function watch(readsOne: boolean): void {
  stop = readAhead({ resource: roles, name: 'roles', base: '/web/roles', dataProvider, readsOne });
}
const link = (name: string): HTMLElement => screen.getByRole('link', { name });

beforeEach(() => {
  vi.useFakeTimers();
  getMany.mockClear();
  render(
    <>
      <a href="/web/roles/ops%2Fcall">ops</a>
      <a href="/web/roles/dev">dev</a>
      <a href="/web/roles/dev/history">history</a>
      <a href="/web/roles/new">new</a>
      <a href="/web/roles/~new">called new</a>
      <a href="/web/users/dev">user</a>
    </>,
  );
});
afterEach(() => {
  stop();
  void takeRead('', '');
  vi.useRealTimers();
});

test('reads a document when the pointer rests on its link, and returns it once', async () => {
  watch(true);
  fireEvent.pointerOver(link('ops'));
  expect(getMany).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(50);
  fireEvent.pointerDown(link('ops'));
  expect(getMany).toHaveBeenCalledOnce();
  expect((await takeRead('roles', 'ops/call'))?.text).toBe('kind: role # ops/call\n');
  expect(takeRead('roles', 'ops/call')).toBeUndefined();
});

test('reads the document named "new" by its escaped link', async () => {
  watch(true);
  fireEvent.pointerDown(link('called new'));
  expect((await takeRead('roles', 'new'))?.text).toBe('kind: role # new\n');
});

test('reads nothing for a passing pointer or for other links', async () => {
  watch(true);
  fireEvent.pointerOver(link('ops'));
  await vi.advanceTimersByTimeAsync(20);
  fireEvent.pointerOver(document.body);
  for (const other of ['history', 'new', 'user']) fireEvent.pointerDown(link(other));
  await vi.advanceTimersByTimeAsync(1000);
  expect(getMany).not.toHaveBeenCalled();
});

test('reads only on pointer down if the server can only read whole lists', async () => {
  watch(false);
  fireEvent.pointerOver(link('dev'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(getMany).not.toHaveBeenCalled();
  fireEvent.pointerDown(link('dev'));
  expect(getMany).toHaveBeenCalledOnce();
});

test('an expired read or another document is not returned', async () => {
  watch(true);
  fireEvent.pointerDown(link('dev'));
  expect(takeRead('roles', 'ops/call')).toBeUndefined();
  fireEvent.pointerDown(link('dev'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(takeRead('roles', 'dev')).toBeUndefined();
});
