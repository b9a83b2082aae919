import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
