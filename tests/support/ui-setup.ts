import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { toasts } from '../../src/ui/toasts.ts';

// Waits end when what they wait for is there; the bound only keeps a busy machine from failing them.
configure({ asyncUtilTimeout: 10_000 });

// React says on the error console what it would rather throw: such a run has failed.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(location.protocol).toBe('http:'); // a click on a link to a file leads all later tests astray
  vi.restoreAllMocks();
  for (const { id } of toasts.queue.get()) toasts.close(id);
  localStorage.clear();
  sessionStorage.clear();
});
