import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Waits end when what they wait for is there; the bound only keeps a busy machine from failing them.
configure({ asyncUtilTimeout: 10_000 });

// React says on the error console what it would rather throw: such a run has failed.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  cleanup();
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
