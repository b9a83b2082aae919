import { expect, test } from 'vitest';
import { toAlerts } from './notices.ts';

const alert = (severity: number, link?: string, linksAnywhere?: boolean) =>
  toAlerts(
    {
      alerts: [
        {
          kind: 'cluster_alert',
          version: 'v1',
          metadata: { name: 'maint', labels: link === undefined ? {} : { 'teleport.internal/link': link } },
          spec: { severity, message: 'Maintenance at noon', created: '2026-11-21T07:00:00Z' },
        },
      ],
    },
    linksAnywhere,
  )[0];

test.each([
  [0, 'info'],
  [4, 'info'],
  [5, 'warning'],
  [9, 'warning'],
  [10, 'danger'],
  [12, 'danger'],
])('shows severity %i as %s', (severity, expected) => expect(alert(severity)?.severity).toBe(expected));

test.each([
  ['https://goteleport.com/support/', 'https://goteleport.com/support/'],
  ['https://goteleport.com.evil.test/', undefined],
  ['http://goteleport.com/', undefined],
  ['javascript:alert(1)', undefined],
  ['goteleport.com', undefined],
  [undefined, undefined],
])('reads the link %s as %s', (link, expected) => expect(alert(5, link)?.link).toBe(expected));

test.each([
  ['https://status.example.test/noon', 'https://status.example.test/noon'],
  ['http://wiki.example.test/', 'http://wiki.example.test/'],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['/web/users', undefined],
])('with links from the gateway’s file, reads %s as %s', (link, expected) => {
  expect(alert(5, link, true)?.link).toBe(expected);
});

test.each([null, {}, 'soon', { metadata: null, spec: { message: '' } }, { spec: { severity: 5 } }])(
  'an invalid alert (%j) does not hide the others',
  (json) => {
    expect(toAlerts({ alerts: [json, { metadata: null, spec: { message: 'Noon', severity: 'x' } }] })).toEqual([
      { id: 'Noon', severity: 'info', message: 'Noon', link: undefined },
    ]);
  },
);

test('reads an answer without alerts as an empty list', () => {
  expect(toAlerts({ alerts: null })).toEqual([]);
  expect(toAlerts([])).toEqual([]);
});
