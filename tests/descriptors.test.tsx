// Requirements of the generators for every resource: each file under src/descriptors runs all of these tests. The
// server's answer for it is in tests/fixtures/lists.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RULE_KINDS, type Acl } from '../src/api/can.ts';
import { config } from '../src/api/config.ts';
import { apiUrl, fillPath } from '../src/api/urls.ts';
import type { UserContext } from '../src/api/userContext.ts';
import { isFlag, isShown } from '../src/app/features.ts';
import { navItems } from '../src/app/navigation.ts';
import type { ActionContext } from '../src/descriptors/model/actionModel.ts';
import type { Field } from '../src/descriptors/model/fieldModel.ts';
import type { Row } from '../src/descriptors/row.ts';
import { resources as served, unserved } from '../src/descriptors/index.ts';
import { locateResource, resourceName } from '../src/descriptors/resourceName.ts';
import { restrict } from '../src/descriptors/restrict.ts';
import { fieldNamed, fieldValue, rowTitle, sortRows } from '../src/descriptors/rows.ts';
import { rowChoices } from '../src/resources/actions/rowChoices.ts';
import { rowDialogs } from '../src/resources/dialogs/RowDialog.tsx';
import { iconNamed } from '../src/resources/iconNamed.ts';
import { rowPanels } from '../src/resources/forms/FormBody.tsx';
import {
  CLUSTER,
  contextWith,
  forgetFailedCall,
  FULL_ACL,
  openResource,
  stubLayout,
} from './support/resourceHarness.tsx';
import { Refusal, stubServer } from './support/stubServer.ts';

/** Including resources that not every cluster has. */
const resources = [...served, ...unserved];

let user: UserContext;
vi.mock('../src/api/userContext.ts', async (original) => ({
  ...(await original<object>()),
  userContext: () => user,
}));

beforeEach(() => {
  user = contextWith(FULL_ACL);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const nothing = (): void => undefined;
const context: ActionContext = {
  clusterId: CLUSTER,
  pagesOf: () => [],
  go: nothing,
  openTab: nothing,
  dialog: nothing,
  steps: nothing,
  missing: () => undefined,
  checkAccess: nothing,
  copy: nothing,
};
const urlsOf = { clusterId: CLUSTER, id: 'a/b', kind: 'k', name: 'a/b' };

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const fixture: unknown = JSON.parse(readFileSync(join('tests/fixtures/lists', `${name}.json`), 'utf8'));
  const read = async (): Promise<readonly Row[]> => (await resource.wire.list.read(fixture)).rows;
  const fieldOf = (source: string): Field => {
    const field = fieldNamed(resource, source);
    if (!field) throw new Error(`${name} has no field ${source}`);
    return field;
  };

  describe('its declaration', () => {
    test("reads a server's answer into rows with unique ids", async () => {
      const rows = await read();
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
      for (const row of rows) expect(row.id).not.toBe('');
    });
    test('reads an answer without rows in every form', async () => {
      for (const answer of [null, {}, { items: null }, []].filter(
        (one) => Array.isArray(one) === Array.isArray(fixture) || one === null,
      ))
        expect((await resource.wire.list.read(answer)).rows).toEqual([]);
    });
    test('has a value for every field of every row', async () => {
      for (const row of await read())
        for (const field of resource.fields) expect(fieldValue(field, row), `${row.id} ${field.source}`).toBeDefined();
    });
    test('has a title for every row, and sorts by a sortable field', async () => {
      expect(fieldOf(resource.list.title).list).not.toBe(false);
      expect(fieldOf(resource.list.sort.field).sort).toBeTruthy();
      for (const row of await read()) expect(rowTitle(resource, row)).not.toBe('');
    });
    test('has each field once', () => {
      const sources = resource.fields.map(({ source }) => source);
      expect(new Set(sources).size).toBe(sources.length);
    });
    test('is located only by its own path', () => {
      const found = resources.filter(
        (other) => locateResource([other], resourceName(resource, { clusterId: CLUSTER })) !== undefined,
      );
      expect(found.map((other) => other.name)).toEqual([name]);
    });
    test('has an existing access key and an existing navigation flag', () => {
      expect(Object.keys(RULE_KINDS)).toContain(resource.acl);
      if (resource.nav) expect(isFlag(resource.nav.flag ?? resource.acl)).toBe(true);
    });
    test('fills all parameters of its URLs', () => {
      const { create, update, remove, one, list } = resource.wire;
      for (const url of [list.url, create?.url, update?.url, remove?.url, one?.url])
        if (url !== undefined) expect(apiUrl(url, urlsOf)).not.toMatch(/\/:|a\/b/);
    });
    test('can read a document if it can write one', () => {
      if (resource.wire.create ?? resource.wire.update) expect(resource.wire).toHaveProperty('read');
    });
    test('names only existing icons, dialogs and panels', () => {
      const icons = [resource.icon, ...(resource.rowActions ?? []).map((action) => action.icon)];
      for (const icon of icons) if (icon !== undefined) expect(iconNamed(icon), icon).toBeDefined();
      const { created } = resource.form ?? {};
      if (created !== undefined) expect(Object.keys(rowDialogs)).toContain(created);
      const titles = resource.form?.sections.map(({ title }) => title);
      for (const [panel, after] of Object.entries(resource.form?.panels ?? {})) {
        expect(Object.keys(rowPanels)).toContain(panel);
        expect(titles).toContain(after);
      }
    });
    test('has a form of fields with inputs, whose options are existing resources', () => {
      for (const { fields } of resource.form?.sections ?? [])
        for (const source of fields) {
          const { input } = fieldOf(source);
          expect(input, source).toBeDefined();
          if (input?.options !== undefined) expect(locateResource(resources, input.options)).toBeDefined();
        }
    });
    test('explains the effects of a removal if rows can be removed', async () => {
      const [row] = await read();
      expect(resource.removal === undefined).toBe(resource.wire.remove === undefined);
      if (row && resource.removal) expect(resource.removal.effects(row).length).toBeGreaterThan(0);
    });
    test('has an empty review without changes', async () => {
      for (const row of await read()) expect(resource.form?.review?.(row, row) ?? []).toEqual([]);
    });
  });

  describe('its actions', () => {
    const choicesFor = (acl: Acl, row: Row) =>
      rowChoices(restrict(resource, acl), row, { acl, self: 'mara', context, open: nothing, remove: nothing });

    test('are enabled for a user with full access, except actions that the row forbids', async () => {
      for (const row of await read()) {
        const off = choicesFor(FULL_ACL, row).filter((choice) => choice.off !== undefined);
        const own = (resource.rowActions ?? []).map((action) => {
          const blocked = action.blocked?.(row, 'mara');
          return typeof blocked === 'object' ? blocked.why : blocked;
        });
        expect(
          off.every(({ off: why }) => why === resource.fixed?.(row)?.why || (why !== undefined && own.includes(why))),
        ).toBe(true);
      }
    });
    test('keep their order and show the missing rule if the roles forbid them', async () => {
      const [row] = await read();
      if (!row) throw new Error('no row');
      const open = choicesFor(FULL_ACL, row);
      const closed = choicesFor({}, row);
      expect(closed.map(({ id }) => id)).toEqual(
        open.map(({ id }) => id).filter((id) => closed.some((c) => c.id === id)),
      );
      const needing = (resource.rowActions ?? []).filter(
        (action) => action.needs && (action.suits?.(row, context) ?? true),
      );
      for (const { id } of needing) expect(closed.find((choice) => choice.id === id)?.off).toMatch(/^Your roles lack /);
      if (resource.removal) expect(closed.find(({ id }) => id === 'remove')?.off).toMatch(/^Your roles lack /);
    });
    test('with a menu link to paths of the console', async () => {
      for (const row of await read())
        for (const choice of choicesFor(FULL_ACL, row))
          if (choice.kind === 'menu') for (const { to } of choice.menu().entries) expect(to).toMatch(/^\/[^/]/);
    });
  });

  describe('its page', () => {
    const listPath = fillPath(resource.wire.list.url, { clusterId: CLUSTER });
    const serve = (answer: unknown) =>
      stubServer(({ path }) => (path === listPath ? answer : new Refusal(404, 'gone')));
    const titlesShown = (): string[] =>
      screen
        .getAllByRole('row')
        .slice(1)
        .filter((row) => within(row).queryAllByRole('gridcell').length > 0)
        .map(
          (row) =>
            within(row)
              .getAllByRole('gridcell')
              .find((cell) => cell.textContent !== '')?.textContent ?? '',
        );
    /** Below the heading of a day a date shows only the time. */
    const isUnderDay = resource.list.groupByDay === resource.list.title;
    const titleOf = (row: Row): string => rowTitle(resource, row).slice(isUnderDay ? 'yyyy-MM-dd '.length : 0);
    const titles = (rows: readonly Row[]): string[] => rows.map(titleOf);
    const startsWith = (shown: readonly string[], wanted: readonly string[]): boolean =>
      shown.length === wanted.length && shown.every((text, i) => text.includes(wanted[i] ?? ' '));

    beforeEach(stubLayout);

    test('shows every row in the declared order', async () => {
      serve(fixture);
      openResource(resource);
      const { field, order } = resource.list.sort;
      const rows = await read();
      const wanted =
        resource.wire.list.search === 'server'
          ? titles(rows)
          : titles(sortRows(resource, rows, { field, descending: order === 'DESC' }));
      await waitFor(() => expect(startsWith(titlesShown(), wanted)).toBe(true));
    });
    test('can be sorted in reverse, and has a button for each sortable column', async () => {
      serve(fixture);
      const { address } = openResource(resource);
      await screen.findAllByRole('row');
      const sorted = fieldOf(resource.list.sort.field);
      await userEvent.click(screen.getByRole('button', { name: sorted.label }));
      const turned = resource.list.sort.order === 'DESC' ? /[?&]sort=\w+:asc/ : /[?&]sort=\w+:desc/;
      expect(decodeURIComponent(address())).toMatch(turned);
      for (const { label, sort, list } of resource.fields)
        if (sort && list !== false && !list?.hidden) expect(screen.getByRole('button', { name: label })).toBeTruthy();
    });
    test('shows the text of an empty list', async () => {
      serve(Array.isArray(fixture) ? [] : { items: [], startKey: '', totalCount: 0 });
      openResource(resource);
      expect(await screen.findByText(resource.list.empty.title)).toBeTruthy();
    });
    test('shows an error with the reason if the server fails', async () => {
      serve(new Refusal(500, 'the disk is full'));
      openResource(resource);
      expect((await screen.findByRole('alert')).textContent).toContain('the disk is full');
      await forgetFailedCall();
    });
    test('is not requested or in the navigation if the roles forbid it, and shows the missing rule', async () => {
      const calls = serve(fixture);
      user = contextWith({});
      openResource(resource);
      expect(await screen.findByText(new RegExp(`resources: \\[${RULE_KINDS[resource.acl]}\\]`))).toBeTruthy();
      expect(calls.filter(({ path }) => path === listPath)).toEqual([]);
      const items = navItems([resource], []);
      expect(items.filter(({ flag }) => isShown(flag, user.acl, config))).toEqual([]);
      expect(items.filter(({ flag }) => isShown(flag, FULL_ACL, config)).length).toBe(resource.nav ? 1 : 0);
    });
    if (resource.wire.list.search === 'client')
      test('finds a row by its name', async () => {
        serve(fixture);
        const rows = await read();
        const last = rows.at(-1);
        if (!last) throw new Error('no row');
        openResource(resource, `?search=${encodeURIComponent(rowTitle(resource, last))}`);
        await waitFor(() => {
          expect(titlesShown().some((text) => text.includes(titleOf(last)))).toBe(true);
          expect(titlesShown().length).toBeLessThan(rows.length);
        });
      });
    afterEach(cleanup);
  });
});
