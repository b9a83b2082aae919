import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { toasts } from '../../src/ui/toasts.ts';

// A wait ends as soon as its condition is met. The limit only prevents failures on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// React reports errors on the console instead of throwing them: such a test has failed.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(location.protocol).toBe('http:'); // a click on a link to a file would break all later tests
  vi.restoreAllMocks();
  for (const { id } of toasts.queue.get()) toasts.close(id);
  localStorage.clear();
  sessionStorage.clear();
});
