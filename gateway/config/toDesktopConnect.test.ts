import { expect, test } from 'vitest';
import { readConfig } from './readConfig.ts';
import { missingDesktopFiles, toDesktopConnect } from './toDesktopConnect.ts';
import { fileSource } from './textSource.ts';
import { toGatewayConfig } from './toGatewayConfig.ts';

const desktop = (connect: string) =>
  `inventory:\n  - { kind: windows_desktop, version: v3, metadata: { name: d }, spec: { addr: h }, connect: ${connect} }\n`;
const read = (connect: string) => readConfig('gateway.yaml', desktop(connect)).config;
const connectOf = (connect: string) => toGatewayConfig(read(connect), '/etc/postern').inventory[0]?.connect;

test.each([
  ['{}', { via: 'vnc' }],
  [
    '{ vnc: { password_file: lab.vnc, user: lab, tls_authority_file: /ca.pem } }',
    { via: 'vnc', password: { file: '/etc/postern/lab.vnc' }, user: 'lab', tlsAuthority: { file: '/ca.pem' } },
  ],
  [
    '{ rdp: { user: lab, password_file: lab.rdp } }',
    { via: 'rdp', user: 'lab', password: { file: '/etc/postern/lab.rdp' } },
  ],
  [
    `{ rdp: { user: lab, password_file: /p, domain: corp.test, fingerprint: '${'AB:'.repeat(31)}CD' } }`,
    { via: 'rdp', user: 'lab', password: { file: '/p' }, domain: 'corp.test', fingerprint: `${'ab'.repeat(31)}cd` },
  ],
  ['{ via: web-1, via_login: ops, vnc: {} }', { via: 'vnc', through: { server: 'web-1', login: 'ops' } }],
  [
    '{ via: web-1, via_login: ops, rdp: { user: lab, password_file: /p } }',
    { via: 'rdp', user: 'lab', password: { file: '/p' }, through: { server: 'web-1', login: 'ops' } },
  ],
])('reads %s', (connect, expected) => expect(connectOf(connect)).toEqual(expected));

test.each([
  ['{ vnc: {}, rdp: { user: u, password_file: p } }', 'inventory[0].connect: expected vnc or rdp, not both'],
  ['{ rdp: { user: u } }', 'inventory[0].connect.rdp.password_file is missing'],
  ['{ rdp: { user: u, password_file: p, fingerprint: ab } }', 'expected the SHA-256 fingerprint of a certificate'],
  ['{ vnc: { password: p } }', 'unknown key inventory[0].connect.vnc.password'],
])('refuses %s', (connect, message) => expect(() => read(connect)).toThrow(message));

test('a desktop that was created in the console has no password', () => {
  expect(toDesktopConnect({}, fileSource('/'))).toEqual({ via: 'vnc' });
});

test('reports missing files', () => {
  expect(missingDesktopFiles(read('{ vnc: { password_file: none.vnc, tls_authority_file: /etc } }'), '/etc')).toEqual([
    'inventory[0].connect.vnc.password_file: the file /etc/none.vnc does not exist',
  ]);
});
