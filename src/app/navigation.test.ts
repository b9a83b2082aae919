// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { resources, unserved } from '../descriptors/index.ts';
import { fillPath } from '../api/urls.ts';
import { goKeys } from './actions.ts';
import { navItems } from './navigation.ts';
import { laterScreens, pages } from './pages.tsx';
import { href, isKnownPath } from './paths.ts';
import { Visits } from './visits.ts';

const items = navItems(resources, pages);

test('the order of the navigation', () => {
  expect(items.map(({ category, section, label }) => [category, section, label].filter(Boolean).join(' › ')))
    .toMatchInlineSnapshot(`
      [
        "Resources › Servers",
        "Resources › Applications",
        "Resources › Kubernetes",
        "Resources › Databases",
        "Resources › Desktops",
        "Resources › Active sessions",
        "Resources › User groups",
        "Resources › Database services",
        "Resources › Desktop services",
        "Management › Access › Users",
        "Management › Access › Roles",
        "Management › Access › Auth connectors",
        "Management › Access › Session & identity locks",
        "Management › Access › Integrations",
        "Management › Access › Enroll new resource",
        "Management › Access › Enroll new integration",
        "Management › Activity › Session recordings",
        "Management › Activity › Audit log",
        "Management › Clusters › Manage clusters",
        "Management › Clusters › Trusted clusters",
        "Assist › Assist",
      ]
    `);
});

test('specified addresses without a page', () => {
  expect(laterScreens(new Set(resources.map((resource) => `/${resource.path}`)))).toMatchInlineSnapshot(`
    [
      "settings",
      "tokens",
      "resources",
    ]
  `);
});

test('every list and document is a known path for redirects after sign-in', () => {
  const declared = [...resources, ...unserved];
  const lists = declared.map(({ path }) => href(`/${fillPath(path, { clusterId: 'east' })}`));
  const documents = declared.filter(({ yaml }) => yaml).map(({ path }) => href(`/${path}/x/history`));
  expect([...lists, ...documents].filter((address) => !isKnownPath(address))).toEqual([]);
});

test('every item has an icon and matches only its own address and addresses below it', () => {
  for (const item of items) {
    expect(item.icon, item.label).toBeDefined();
    expect(item.isAt(item.to('east'))).toBe(true);
    expect(item.isAt(`${item.to('east')}/x`)).toBe(true);
    expect(items.filter((other) => other.isAt(item.to('east')))).toEqual([item]);
  }
});

test('a category links to its last page, and its pages to the last cluster', () => {
  const visits = new Visits('east', items);
  expect(visits.into('Resources', items)).toBe('/cluster/east/nodes');
  visits.note({ pathname: '/cluster/leaf%20one/nodes', search: '?search=a' });
  visits.note({ pathname: '/roles/access', search: '' });
  expect(visits.clusterId.get()).toBe('leaf one');
  expect(visits.into('Resources', items)).toBe('/cluster/leaf%20one/nodes?search=a');
  expect(visits.into('Management', items)).toBe('/roles/access');
});

test('keeps an invalid escape in an address unchanged', () => {
  const visits = new Visits('east', items);
  visits.note({ pathname: '/cluster/%zz/nodes', search: '' });
  expect(visits.clusterId.get()).toBe('%zz');
});

test('a category without pages has no link', () => {
  expect(new Visits('east', []).into('Management', [])).toBeUndefined();
});

test('a category skips pages that are hidden from the user', () => {
  const visits = new Visits('east', items);
  const shown = items.filter(({ name }) => name === 'recordings');
  expect(visits.into('Management', shown)).toBe('/cluster/east/recordings');
  visits.note({ pathname: '/users', search: '' });
  expect(visits.into('Management', shown)).toBe('/cluster/east/recordings');
  expect(visits.into('Resources', shown)).toBeUndefined();
});

test('each G chord opens one page', () => {
  const keys = items.flatMap((item) => {
    const chord = goKeys(item);
    return chord === undefined ? [] : [`${chord} ${item.label}`];
  });
  expect(keys).toMatchInlineSnapshot(`
    [
      "G S Servers",
      "G A Applications",
      "G K Kubernetes",
      "G D Databases",
      "G W Desktops",
      "G T Active sessions",
      "G U Users",
      "G O Roles",
      "G R Session recordings",
      "G L Audit log",
    ]
  `);
  expect(new Set(keys.map((key) => key.slice(0, 3))).size).toBe(keys.length);
});
