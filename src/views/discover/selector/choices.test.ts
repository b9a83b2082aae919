import { expect, test } from 'vitest';
import type { Acl } from '../../../api/can.ts';
import { discoverResources } from '../../../../gateway/routes/usageNames.ts';
import { CARDS, cardsFor, findCard } from './catalog.ts';
import { lackedRules, matchCards, toChoices } from './choices.ts';

const ALL = { list: true, read: true, edit: true, create: true, remove: true, use: true };
const ACL: Acl = { tokens: ALL, nodes: ALL, appServers: ALL, dbServers: ALL, kubeServers: ALL, desktops: ALL };
const cluster = cardsFor({ isEmbedded: false, isEnterprise: false });
const titles = (search: string) => matchCards(toChoices(cluster, { acl: ACL, isEmbedded: false }), search);

test('ids are unique and the server knows every resource', () => {
  expect(new Set(CARDS.map(({ id }) => id)).size).toBe(CARDS.length);
  expect(CARDS.filter(({ resource }) => !discoverResources.has(resource))).toEqual([]);
  expect(CARDS.filter(({ flow, docs }) => flow === undefined && docs === undefined)).toEqual([]);
});

test.each([
  ['apple server', ['macOS']],
  ['  AWS   postgres ', ['Aurora PostgreSQL', 'RDS PostgreSQL', 'Redshift PostgreSQL', 'Redshift Serverless']],
  ['kubes', ['Kubernetes']],
  ['k8s', ['Kubernetes']],
  ['eks', ['Kubernetes']],
  ['ssh linux', ['Amazon Linux 2', 'Debian 8+', 'RHEL/CentOS 7+', 'Ubuntu 14.04+']],
  ['https', ['Application']],
  ['google cloud mysql', ['Cloud SQL MySQL']],
  ['servers of mine', []],
])('%j finds %j', (search, found) => {
  expect(
    titles(search)
      .map(({ card }) => card.title)
      .toSorted(),
  ).toEqual(found);
});

test('sorts guided cards by title first, then other cards by title', () => {
  const order = toChoices(cluster, { acl: ACL, isEmbedded: false });
  const guided = order.filter(({ isGuided, blocked }) => isGuided && blocked === undefined);
  expect(order.slice(0, guided.length)).toEqual(guided);
  const names = guided.map(({ card }) => card.title);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
});

test('lists the kind requested by a list first', () => {
  const [first] = toChoices(cluster, { acl: ACL, isEmbedded: false, entity: 'database' });
  expect(first?.card.kind).toBe('database');
});

test('every card names its missing rules, the token first', () => {
  expect(lackedRules({ nodes: ALL }, 'server')).toBe('Your roles lack token: create');
  expect(lackedRules({ tokens: ALL, dbServers: { ...ALL, read: false } }, 'database')).toBe(
    'Your roles lack db_server: read',
  );
  expect(lackedRules(ACL, 'kubernetes')).toBeUndefined();
});

test('a gateway names unsupported resources, and SAML is only for enterprise clusters', () => {
  const embedded = toChoices(cardsFor({ isEmbedded: true, isEnterprise: false }), { acl: ACL, isEmbedded: true });
  expect(embedded.find(({ card }) => card.id === 'database-redis')?.blocked).toContain('no client for Redis');
  expect(cluster.some(({ kind }) => kind === 'saml')).toBe(false);
  expect(cardsFor({ isEmbedded: false, isEnterprise: true }).some(({ kind }) => kind === 'saml')).toBe(true);
});

test('finds a card or a kind by the id in the address', () => {
  expect(findCard('server')?.kind).toBe('server');
  expect(findCard('database-redis')?.title).toBe('Redis');
  expect(findCard('teapot')).toBeUndefined();
  expect(findCard('database')).toBeUndefined();
});
