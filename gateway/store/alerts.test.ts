import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';

const LATER = '1970-01-02T00:00:00Z';
const alert = (name: string, more: { message?: string; expires?: string } = {}) => ({
  name,
  message: 'Maintenance at noon',
  severity: 5,
  labels: {},
  ...more,
});
const store = () => memoryStores().alerts;

test('an unchanged alert keeps its creation time, and a changed alert gets a new one', () => {
  const alerts = store();
  alerts.replace([alert('a'), alert('b')], 1000);
  alerts.replace([alert('a'), alert('b', { message: 'Cancelled' })], 2000);
  expect(alerts.active(3000).map(({ spec }) => spec.created)).toEqual([
    '1970-01-01T00:00:01.000Z',
    '1970-01-01T00:00:02.000Z',
  ]);
});

test('removed and expired alerts are not active', () => {
  const alerts = store();
  alerts.replace([alert('a'), alert('b', { expires: LATER })], 1000);
  alerts.replace([alert('b', { expires: LATER })], 2000);
  expect(alerts.active(3000).map(({ metadata }) => metadata.name)).toEqual(['b']);
  expect(alerts.active(Date.parse(LATER))).toEqual([]);
});
