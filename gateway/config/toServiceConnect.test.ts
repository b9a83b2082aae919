import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './readConfig.ts';
import { toGatewayConfig } from './toGatewayConfig.ts';
import { missingServiceFiles } from './toServiceConnect.ts';

const SPECS = { app: 'uri: "http://h"', db: 'protocol: postgres, uri: "h:5432"', kube_cluster: '' };
const read = (kind: keyof typeof SPECS, connect: string) =>
  readConfig(
    'gateway.yaml',
    `inventory:\n  - { kind: ${kind}, version: v3, metadata: { name: it }, spec: { ${SPECS[kind]} }, connect: ${connect} }\n`,
  ).config;
const connectOf = (kind: keyof typeof SPECS, connect: string) =>
  toGatewayConfig(read(kind, connect), '/etc/postern').inventory[0]?.connect;

test.each([
  ['app', '{}', { via: 'app' }],
  ['app', '{ via: web-1 }', { via: 'app', through: { server: 'web-1', login: userInfo().username } }],
  ['db', '{}', { via: 'database' }],
  [
    'db',
    '{ password_file: pw, tls: { mode: verify-ca, ca_file: /ca.pem, server_name: db.test }, via: web-1, via_login: tunnel }',
    {
      via: 'database',
      password: { file: '/etc/postern/pw' },
      tls: { mode: 'verify-ca', ca: { file: '/ca.pem' }, serverName: 'db.test' },
      through: { server: 'web-1', login: 'tunnel' },
    },
  ],
  [
    'db',
    '{ user_map: { reader: { user: ro, password_file: ro.pw }, writer: { cert_file: w.crt, key_file: w.key } } }',
    {
      via: 'database',
      userMap: {
        reader: { user: 'ro', password: { file: '/etc/postern/ro.pw' } },
        writer: { user: 'writer', cert: { file: '/etc/postern/w.crt' }, key: { file: '/etc/postern/w.key' } },
      },
    },
  ],
  [
    'kube_cluster',
    '{ kubeconfig: kube.yaml, context: dev }',
    { via: 'kubernetes', kubeconfig: { file: '/etc/postern/kube.yaml' }, context: 'dev' },
  ],
] as const)('reads %s %s', (kind, connect, expected) => expect(connectOf(kind, connect)).toEqual(expected));

test.each([
  ['db', '{ password: p }', 'unknown key inventory[0].connect.password'],
  ['db', '{ tls: { mode: off } }', 'inventory[0].connect.tls.mode'],
  ['kube_cluster', '{ password_file: p }', 'unknown key inventory[0].connect.password_file'],
  ['app', '{ kubeconfig: k }', 'unknown key inventory[0].connect.kubeconfig'],
] as const)('refuses %s %s', (kind, connect, message) => expect(() => read(kind, connect)).toThrow(message));

test('reports missing files', () => {
  const connect = '{ password_file: none.pw, tls: { ca_file: /etc }, user_map: { ro: { cert_file: none.crt } } }';
  expect(missingServiceFiles(read('db', connect), '/etc')).toEqual([
    'inventory[0].connect.password_file: the file /etc/none.pw does not exist',
    'inventory[0].connect.user_map.ro.cert_file: the file /etc/none.crt does not exist',
  ]);
});
