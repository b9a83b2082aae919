import { expect, test } from 'vitest';
import { toAlert } from './notices.ts';

const alert = (severity: number, link?: string, linksAnywhere?: boolean) =>
  toAlert(
    {
      kind: 'cluster_alert',
      version: 'v1',
      metadata: { name: 'maint', labels: link === undefined ? {} : { 'teleport.internal/link': link } },
      spec: { severity, message: 'Maintenance at noon', created: '2026-11-21T07:00:00Z' },
    },
    linksAnywhere,
  );

test.each([
  [0, 'info'],
  [4, 'info'],
  [5, 'warning'],
  [9, 'warning'],
  [10, 'danger'],
  [12, 'danger'],
])('severity %i is shown as %s', (severity, expected) => {
  expect(alert(severity).severity).toBe(expected);
});

test.each([
  ['https://goteleport.com/support/', 'https://goteleport.com/support/'],
  ['https://goteleport.com.evil.test/', undefined],
  ['http://goteleport.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['goteleport.com', undefined],
  [undefined, undefined],
])('the link %s leads to %s', (link, expected) => {
  expect(alert(5, link).link).toBe(expected);
});

test.each([
  ['https://status.example.test/noon', 'https://status.example.test/noon'],
  ['http://wiki.example.test/', 'http://wiki.example.test/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/web/users', undefined],
])('where the gateway’s own file gives the links, %s leads to %s', (link, expected) => {
  expect(alert(5, link, true).link).toBe(expected);
});
