import { describe, expect, test } from 'vitest';
import { launchPath, toApp } from './apps.ts';
import { databaseLabel } from './databases.ts';
import { databaseCommand, kubeLoginCommand, loginCommand } from './tshCommands.ts';

const app = (more: object) =>
  toApp({ name: 'grafana', clusterId: 'east', uri: 'http://10.0.0.5:3000', fqdn: 'grafana.example.test', ...more });

test.each([
  [{ publicAddr: 'grafana.example.test' }, 'https://grafana.example.test', 'web'],
  [{}, 'http://10.0.0.5:3000', 'web'],
  [{ uri: 'tcp://10.0.0.5:1', publicAddr: 'q.example.test' }, 'tcp://q.example.test', 'tcp'],
  [{ uri: 'cloud://GCP', publicAddr: 'g.example.test' }, 'cloud://g.example.test', 'cloud'],
  [{ uri: 'cloud://AWS', awsConsole: true }, 'cloud://AWS', 'aws'],
])('an application %j has the address %s and the type %s', (more, address, type) => {
  expect(app(more)).toMatchObject({ address, type });
});

test('a launch path has all parts of the application, including the AWS role', () => {
  expect(launchPath(app({}))).toBe('/launch/grafana.example.test/east/grafana.example.test');
  const arn = 'arn:aws:iam::123456789012:role/team/ro';
  expect(launchPath(app({ publicAddr: 'g.example.test' }), arn)).toBe(
    '/launch/grafana.example.test/east/g.example.test/arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fteam%2Fro',
  );
});

test.each([
  ['self-hosted', 'postgres', 'Self-hosted PostgreSQL'],
  ['rds', 'mysql', 'Amazon RDS MySQL/MariaDB'],
  ['redshift-serverless', 'postgres', 'Amazon Redshift Serverless'],
  ['self-hosted', 'snowflake', 'Snowflake'],
  ['gcp', 'sqlserver', 'Cloud SQL SQL Server'],
  ['constructor', 'toString', 'constructor toString'],
])('a database of type %s and protocol %s is called %s', (type, protocol, words) => {
  expect(databaseLabel(type, protocol)).toBe(words);
});

describe('commands', () => {
  const proxy = 'console.example.test:443';
  test.each([
    [
      { username: 'ann', authType: 'local', accessRequestId: undefined },
      'tsh login --proxy=console.example.test:443 --auth=local --user=ann east',
    ],
    [
      { username: 'ann', authType: 'sso', accessRequestId: 'r-1' },
      'tsh login --proxy=console.example.test:443 east --request-id=r-1',
    ],
  ] as const)('of %j are %s', (who, command) => {
    expect(loginCommand({ ...who, clusterId: 'east', proxy })).toBe(command);
  });
  test('quote names with shell characters', () => {
    expect(kubeLoginCommand('a; rm -rf ~')).toBe("tsh kube login 'a; rm -rf ~'");
    expect(databaseCommand('login', { name: 'orders', user: '$(id)', database: '' })).toBe(
      "tsh db login --db-user='$(id)' orders",
    );
  });
});

test('reads null texts as empty texts', () => {
  const json = JSON.parse('{"name":null,"uri":null,"publicAddr":null,"clusterId":null}') as object;
  expect(toApp(json)).toEqual(toApp({}));
});
