// Variants of recorded answers of a cluster: each recorded answer with one value changed at a time. The console's own
// readers must read it or refuse it with their own error, and no text of a page may show a missing value.
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchConversations } from '../src/api/assist.ts';
import { fetchPasswordToken } from '../src/api/auth.ts';
import { fetchClusters } from '../src/api/clusters.ts';
import { fetchDevices } from '../src/api/devices.ts';
import { testConnection } from '../src/api/diagnostics.ts';
import { ApiError } from '../src/api/errors.ts';
import { fetchActiveSessions } from '../src/api/activeSessions.ts';
import { createLoginLink } from '../src/api/loginLinks.ts';
import { toAlerts } from '../src/api/notices.ts';
import { fillPath } from '../src/api/urls.ts';
import { toUserContext } from '../src/api/userContext.ts';
import { resources } from '../src/descriptors/index.ts';
import type { Resource } from '../src/descriptors/defineResource.ts';
import type { ActionContext } from '../src/descriptors/model/actionModel.ts';
import type { Row } from '../src/descriptors/row.ts';
import { fieldText, rowTitle, searchRows, sortRows } from '../src/descriptors/rows.ts';
import { at, isObject } from '../src/lib/json.ts';
import { recordedEvents, recordedGroup } from './support/recorded.ts';

const SITE = '/v1/webapi/sites/example.test';
const GROUPS = [
  ...['session', 'sessions', 'lists', 'integrations', 'roles', 'users', 'locks', 'connectors', 'trusted', 'account'],
  ...['assistant', 'authorization', 'diagnostics', 'sso', 'databases', 'invite', 'mfa-on', 'mfa-webauthn', 'mfa-otp'],
];

const urlOf = (url: string) =>
  `/v1/webapi/${fillPath(url, { clusterId: 'example.test' })}`.replace('localhost', 'example.test');
const fixture = (name: string): unknown => JSON.parse(readFileSync(`tests/fixtures/lists/${name}.json`, 'utf8'));

type Answer = { call: string; body: unknown };
const ANSWERS: readonly Answer[] = [
  ...GROUPS.flatMap(recordedGroup)
    .filter(({ response }) => response.status === 200 && typeof response.body === 'object')
    .map(({ request, response }) => ({
      call: `${request.method} ${request.path.split('?')[0]}`,
      body: response.body,
    })),
  ...['search', 'search/sessions'].flatMap((path) =>
    recordedEvents().map((event) => ({ call: `GET ${SITE}/events/${path}`, body: { events: [event], startKey: '' } })),
  ),
  // Kinds without a recording.
  ...resources.map(({ name, wire }) => ({ call: `GET ${urlOf(wire.list.url)}`, body: fixture(name) })),
];

type Path = readonly (string | number)[];
/** The path of every value in an answer. Of a list only its first item: the others are like it. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...(value.length > 0 ? pathsIn(value[0], [...path, 0]) : [])];
  if (!isObject(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsIn(child, [...path, key]))];
}

const ABSENT = Symbol('absent');
function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  const child = changed(at(value, step), rest, to);
  if (typeof step === 'number')
    return [...(child === ABSENT ? [] : [child]), ...(Array.isArray(value) ? value.slice(1) : [])];
  const others = Object.entries(isObject(value) ? value : {}).filter(([key]) => key !== step);
  return Object.fromEntries([...others, ...(child === ABSENT ? [] : [[step, child]])]);
}

const ZERO_TIMES = ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'];
/** Values that another version, another edition or a defect of a cluster could send instead of this value. */
function othersOf(value: unknown, isItem: boolean): readonly unknown[] {
  if (Array.isArray(value)) return [ABSENT, null, []];
  if (isObject(value)) return [ABSENT, {}, ...(isItem ? [] : [null]), { ...value, later: ['kinds'] }];
  if (typeof value === 'number') return [ABSENT, null, 0, -1, 1e18, String(value)];
  if (typeof value === 'boolean') return [ABSENT, true, false];
  if (typeof value !== 'string') return [ABSENT, null];
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return [ABSENT, null, '', 'soon', ...ZERO_TIMES];
  return [ABSENT, '', 'later-kind', 'x'.repeat(5000), 'a/b c%"<é'];
}

/** Every text in a value. An unknown date has no text: a page shows it as unknown. */
function textsIn(value: unknown): string[] {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [value.toISOString()];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

const NO_VALUE = /\b(undefined|null|NaN|Invalid Date)\b|NaN-|\[object|\b0001-01-01/;

const nothing = (): void => undefined;
const context: ActionContext = {
  ...{ clusterId: 'example.test', pagesOf: () => [], missing: () => undefined },
  ...{ go: nothing, openTab: nothing, dialog: nothing, steps: nothing, checkAccess: nothing, copy: nothing },
};

/** All texts of a row on a page. A document is shown as the server prints it. */
function rowTexts(resource: Resource, row: Row): string[] {
  const { predicate, palette, list, details, form } = resource;
  const fields = resource.fields.filter(({ source }) => source !== 'content');
  const actions = (resource.rowActions ?? []).filter((action) => action.suits?.(row, context) ?? true);
  return textsIn([
    fields.map((field) => [fieldText(field, row), field.note?.(row), field.tag?.(row)]),
    [
      rowTitle(resource, row),
      row.id,
      resource.removal?.effects(row),
      resource.fixed?.(row),
      resource.lockTarget?.(row),
    ],
    [predicate?.name(row), predicate?.labels(row), predicate?.values(row)],
    palette ? [palette.title?.(row), palette.detail?.(row)] : [],
    [list.icon?.(row), list.mark?.(row), form?.aside?.(row), resource.assist?.title([row]), details?.title?.(row)],
    [details?.links?.(row), details?.pivots?.map((pivot) => ('of' in pivot ? pivot.of(row) : ''))],
    actions.map((action) => [action.blocked?.(row, 'x'), 'link' in action && action.link(row, context)]),
    actions.map((action) => 'menu' in action && action.menu(row, context)),
  ]);
}

async function listTexts(resource: Resource, json: unknown): Promise<string[]> {
  const { rows } = await resource.wire.list.read(json);
  for (const descending of [true, false]) sortRows(resource, rows, { field: resource.list.sort.field, descending });
  searchRows(resource, rows, 'x');
  return rows.flatMap((row) => rowTexts(resource, row));
}

const answering = (read: () => Promise<unknown>) => async (json: unknown) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(json)));
  return textsIn(await read());
};
const SHELL = { kind: 'node', name: 'n', login: 'root' } as const;

type Reader = readonly [name: string, call: RegExp, read: (json: unknown) => Promise<string[]>];
const callOf = (method: string, url: string) => new RegExp(`^(${method}) ${urlOf(url)}$`);

const READERS: readonly Reader[] = [
  ...resources.map((resource): Reader => [
    resource.name,
    callOf('GET', resource.wire.list.url),
    (json) => listTexts(resource, json),
  ]),
  ['a user', callOf('GET', 'users/[^/]+'), rowReader('users')],
  ['a saved user', callOf('POST|PUT', 'users'), rowReader('users')],
  ['a saved role', callOf('POST|PUT', 'roles(/.+)?'), rowReader('roles')],
  ['a saved connector', callOf('POST|PUT', 'github(/.+)?'), rowReader('connectors')],
  ['a saved integration', callOf('POST|PUT|GET', 'sites/example.test/integrations(/.+)?'), rowReader('integrations')],
  ['the user context', /\/context$/, async (json) => textsIn(toUserContext(json))],
  ['alerts', /\/alerts$/, async (json) => textsIn(toAlerts(json))],
  ['the choice of clusters', callOf('GET', 'sites'), answering(() => fetchClusters())],
  ['devices', callOf('GET', 'mfa/devices'), answering(() => fetchDevices())],
  ['participants', callOf('GET', 'sites/:clusterId/sessions'), answering(() => fetchActiveSessions('example.test'))],
  ['a connection test', /^POST .*\/diagnostics\/connections$/, answering(() => testConnection('example.test', SHELL))],
  ['conversations', callOf('GET', 'assistant/conversations'), answering(() => fetchConversations(''))],
  ['an invite', /^GET .*\/users\/password\/token\//, answering(async () => (await fetchPasswordToken('t')).user)],
  ['a link', callOf('POST', 'users/password/token'), answering(() => createLoginLink('x', 'invite'))],
];

function rowReader(name: string) {
  const resource = resources.find((each) => each.name === name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return async (json: unknown) => {
    const row = await resource.wire.read?.(json);
    return isRow(row) ? rowTexts(resource, row) : [];
  };
}
const isRow = (value: unknown): value is Row => isObject(value) && typeof value['id'] === 'string';

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: nothing, removeItem: nothing });
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(READERS)('%s', (_name, call, read) => {
  const answers = ANSWERS.filter((answer) => call.test(answer.call));

  test('are read without faults', async () => {
    expect(answers).not.toEqual([]);
    for (const { body } of answers) expect((await read(body)).filter((text) => NO_VALUE.test(text))).toEqual([]);
  });

  test('are read or refused if a value is missing, empty, unusually long or of another version', async () => {
    const faults = new Set<string>();
    for (const { body } of answers)
      for (const path of Array.isArray(body) ? pathsIn(body) : pathsIn(body).slice(1))
        for (const to of othersOf(at(body, ...path), typeof path.at(-1) === 'number')) {
          const where = `${path.join('.')} = ${to === ABSENT ? 'absent' : JSON.stringify(to).slice(0, 60)}`;
          try {
            const shown = (await read(changed(body, path, to))).find((text) => NO_VALUE.test(text));
            if (shown !== undefined) faults.add(`${where} shows ${shown.slice(0, 80)}`);
          } catch (error) {
            if (!(error instanceof ApiError)) faults.add(`${where} throws ${String(error)}`);
          }
        }
    expect([...faults]).toEqual([]);
  });
});
