// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { STORAGE } from '../../lib/storage.ts';
import { dismissAlert, dismissedAlerts } from './AlertBanners.tsx';

const DAY_MS = 24 * 3600_000;
const NOW = Date.UTC(2026, 10, 21);

beforeEach(() => localStorage.clear());

test('hides each alert for a day', () => {
  dismissAlert(localStorage, 'a', NOW);
  dismissAlert(localStorage, 'b', NOW + 1000);
  expect([...dismissedAlerts(localStorage, NOW + DAY_MS - 1).keys()]).toEqual(['a', 'b']);
  expect([...dismissedAlerts(localStorage, NOW + DAY_MS).keys()]).toEqual(['b']);
});

test('the next write removes expired entries from the storage', () => {
  dismissAlert(localStorage, 'a', NOW);
  dismissAlert(localStorage, 'b', NOW + 2 * DAY_MS);
  expect(JSON.parse(localStorage.getItem(STORAGE.disabledAlerts) ?? '')).toEqual({ b: NOW + 3 * DAY_MS });
});

test.each(['{', 'null', '[]', '"a"', '{"a":"soon"}'])('ignores %s in the storage', (stored) => {
  localStorage.setItem(STORAGE.disabledAlerts, stored);
  expect(dismissedAlerts(localStorage, NOW).size).toBe(0);
});
