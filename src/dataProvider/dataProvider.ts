import type { DataProvider, RaRecord } from 'ra-core';
import { call } from '../api/client.ts';
import { ApiError, isApiError, isOvertaken } from '../api/errors.ts';
import { fetchRows, pageRows, type ListRequest, type Rows } from '../api/lists.ts';
import { apiUrl, type PathParams } from '../api/urls.ts';
import type { Resource } from '../descriptors/defineResource.ts';
import type { Row } from '../descriptors/row.ts';
import { nameOf, typeOf } from '../descriptors/documents.ts';
import { locateResource, type Located } from '../descriptors/resourceName.ts';
import { fieldNamed, searchRows, sortRows } from '../descriptors/rows.ts';
import { textAt } from '../lib/json.ts';
import { LIST_LIMIT_MAX } from '../wire/constants.ts';
import { Cursors } from './cursors.ts';
import { LAG_MS, WholeLists } from './wholeLists.ts';

/** The `filter` of `getList` in this console. */
type ListFilter = { search?: string; query?: string; from?: Date; to?: Date };

type Sort = { field: string; order: 'ASC' | 'DESC' };
type ListParams = {
  pagination?: { page: number; perPage: number };
  sort?: Sort;
  filter?: ListFilter;
  /**
   * `fresh`: requests the rows from the server, even if recent ones are cached. `revision`: reads one document with its
   * revision, if the server sends it.
   */
  meta?: { fresh?: boolean; revision?: boolean };
  signal?: AbortSignal;
};
type ListResult = { data: Row[]; total?: number; pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean } };
type Id = RaRecord['id'];
type Values = Readonly<Record<string, unknown>>;

/** A call that no page makes: the console writes several rows one by one, and only where the resource has a call. */
const unavailable = (): Promise<never> => Promise.reject(new ApiError('Not available here', 0));

/** All data calls of this console. The resource's name determines the type of records. */
type RowProvider = {
  supportAbortSignal: true;
  getList(name: string, params: ListParams): Promise<ListResult>;
  getOne(name: string, params: { id: Id; signal?: AbortSignal }): Promise<{ data: Row }>;
  getMany(
    name: string,
    params: { ids: Id[]; meta?: ListParams['meta']; signal?: AbortSignal },
  ): Promise<{ data: Row[] }>;
  getManyReference: typeof unavailable;
  create(name: string, params: { data: Values }): Promise<{ data: Row }>;
  update(name: string, params: { id: Id; data: Values }): Promise<{ data: Row }>;
  updateMany: typeof unavailable;
  delete(name: string, params: { id: Id; previousData?: Row }): Promise<{ data: Row }>;
  deleteMany: typeof unavailable;
};

const wireSort = (resource: Resource, sort: Sort): ListRequest['sort'] => {
  const field = fieldNamed(resource, sort.field);
  if (!field?.sort) return undefined;
  return { field: field.sort === true ? field.source : field.sort, descending: sort.order === 'DESC' };
};

/** The parameters for the address of one row. */
const addressOf = ({ yaml }: Resource, id: Id): PathParams => ({ id: String(id), ...yaml?.ids?.parts(String(id)) });

/** Not in the first load: only writes need revisions. */
const revisions = () => import('../api/documents.ts');

/** Kind and name of a document, for the calls with revisions. */
const documentOf = (resource: Resource, id: Id): [kind: string, name: string] | undefined =>
  resource.yaml && [typeOf({ ...resource, yaml: resource.yaml }, String(id)).kind, nameOf(resource, String(id))];

/** Properties of this server beyond a cluster's calls. */
type Server = {
  /** Its reads see every earlier write. */
  isCurrent: boolean;
  /** Documents have revisions: a write with an old revision is refused. */
  hasRevisions: boolean;
};

/** React-admin's data provider for the resources. All errors are `ApiError`. */
export function createDataProvider(resources: readonly Resource[], { isCurrent, hasRevisions }: Server): DataProvider {
  const cursors = new Cursors();
  const lagMs = isCurrent ? 0 : LAG_MS;
  const wholeLists = new WholeLists(lagMs);
  /** After a write that failed: resolves when a read of this name shows it, or another user's write before it. */
  const lag = new Map<string, Promise<void>>();

  const locate = (name: string): Located => {
    const located = locateResource(resources, name);
    if (!located) throw new ApiError(`Unknown resource “${name}”`, 404);
    return located;
  };

  const whole = (name: string, { resource, params }: Located): Promise<readonly Row[]> =>
    wholeLists.get(name, async () => (await fetchRows(resource.wire.list, params, { limit: LIST_LIMIT_MAX })).rows);

  /** A refusal (500) has no effect that a later read would show. */
  const noteLost = <T>(name: string, write: Promise<T>): Promise<T> =>
    write.catch((error: unknown) => {
      if (isOvertaken(error) || (isApiError(error) && error.mayBeDone && error.status !== 500))
        lag.set(name, new Promise((resolve) => setTimeout(resolve, lagMs)));
      throw error;
    });

  async function getOne(name: string, id: Id, signal?: AbortSignal): Promise<Row> {
    const located = locate(name);
    const { resource, params } = located;
    const { wire } = resource;
    if (wire.one && wire.read) {
      await lag.get(name);
      return wire.read(await call(apiUrl(wire.one.url, { ...params, ...addressOf(resource, id) }), { signal }));
    }
    const request = { limit: LIST_LIMIT_MAX, search: `"${id}"`, sort: wireSort(resource, resource.list.sort) };
    const rows =
      wire.list.paging === 'whole'
        ? await whole(name, located)
        : (await fetchRows(wire.list, params, request, signal)).rows;
    const row = rows.find((candidate) => candidate.id === id);
    if (!row) throw new ApiError(`${resource.label[0]} “${id}” was not found`, 404);
    return row;
  }

  /** The server's current document, with the revision for a write. Empty if it does not exist. */
  async function presentDocument(name: string, { resource }: Located, id: Id, signal?: AbortSignal): Promise<Row[]> {
    const document = documentOf(resource, id);
    if (!document) return [];
    try {
      const { json, revision } = await (await revisions()).readDocument(...document, signal);
      return [{ ...(await readRow(name, resource, json)), revision }];
    } catch (error) {
      if (isApiError(error, 404)) return [];
      throw error;
    }
  }

  /** The row of a response. Without it, the response to a write does not show what the server stores. */
  async function readRow(name: string, { yaml, wire }: Resource, json: unknown): Promise<Row> {
    if (!wire.read || textAt(json, yaml ? 'content' : 'name') === '')
      throw new ApiError('The server’s answer has no row', 200);
    const row = await wire.read(json);
    wholeLists.wrote(name, row);
    return row;
  }

  /** A document that was read with its revision is written with it. */
  async function writeFrom(name: string, { resource }: Located, id: Id, values: Values): Promise<Row | undefined> {
    const { update } = resource.wire;
    const { revision } = values;
    const document = documentOf(resource, id);
    if (!document || !update || typeof revision !== 'string') return undefined;
    const written = await (await revisions()).updateDocument(...document, await update.body(values), revision);
    return { ...(await readRow(name, resource, written.json)), revision: written.revision };
  }

  async function write(name: string, operation: 'create' | 'update', id: Id | undefined, values: Values): Promise<Row> {
    const { resource, params } = locate(name);
    const wire = resource.wire[operation];
    if (!wire) return unavailable();
    const path = id === undefined ? params : { ...params, ...addressOf(resource, id) };
    const method = operation === 'create' ? (resource.wire.create?.method ?? 'POST') : 'PUT';
    return readRow(name, resource, await call(apiUrl(wire.url, path), { method, body: await wire.body(values) }));
  }

  /** A document that was read with its revision is only removed if it has not been written since. */
  async function remove(name: string, id: Id, before?: Row): Promise<void> {
    const { resource, params } = locate(name);
    const { wire } = resource;
    if (!wire.remove) return unavailable();
    const revision = before?.['revision'];
    const document = hasRevisions ? documentOf(resource, id) : undefined;
    if (document && typeof revision === 'string') await (await revisions()).removeDocument(...document, revision);
    else await call(apiUrl(wire.remove.url, { ...params, ...addressOf(resource, id) }), { method: 'DELETE' });
    wholeLists.removed(name, String(id));
  }

  async function pagedList(
    name: string,
    located: Located,
    listParams: Required<Pick<ListParams, 'pagination' | 'sort' | 'filter'>>,
    signal?: AbortSignal,
  ): Promise<ListResult> {
    const { resource, params } = located;
    const { pagination, sort, filter } = listParams;
    const request = { ...filter, limit: pagination.perPage, sort: wireSort(resource, sort) };
    const page = await cursors.page<Rows<Row>>(JSON.stringify([name, request]), pagination.page, (startKey) =>
      fetchRows(resource.wire.list, params, { ...request, startKey }, signal),
    );
    return {
      data: page?.rows ?? [],
      ...(page?.total !== undefined && { total: page.total }),
      pageInfo: { hasNextPage: Boolean(page?.next), hasPreviousPage: pagination.page > 1 },
    };
  }

  const provider: RowProvider = {
    supportAbortSignal: true,

    async getList(name, { pagination: requestedPage, sort, filter = {}, meta, signal }) {
      const located = locate(name);
      const { resource } = located;
      const pagination = requestedPage ?? { page: 1, perPage: pageRows(resource.wire.list) };
      const order = sort ?? resource.list.sort;
      if (resource.wire.list.paging !== 'whole')
        return pagedList(name, located, { pagination, sort: order, filter }, signal);

      if (meta?.fresh) wholeLists.forget(name);
      const found = searchRows(resource, await whole(name, located), filter.search ?? '');
      const sorted = sortRows(resource, found, { field: order.field, descending: order.order === 'DESC' });
      const end = pagination.page * pagination.perPage;
      return {
        data: sorted.slice(end - pagination.perPage, end),
        total: sorted.length,
        pageInfo: { hasNextPage: sorted.length > end, hasPreviousPage: pagination.page > 1 },
      };
    },

    getOne: async (name, { id, signal }) => ({ data: await getOne(name, id, signal) }),

    async getMany(name, { ids, meta, signal }) {
      const located = locate(name);
      if (meta?.fresh) {
        await lag.get(name);
        wholeLists.forget(name);
      }
      if (located.resource.wire.list.paging !== 'whole')
        return { data: await Promise.all(ids.map((id) => getOne(name, id, signal))) };
      const [only] = ids;
      if (hasRevisions && meta?.revision && located.resource.yaml && only !== undefined && ids.length === 1)
        return { data: await presentDocument(name, located, only, signal) };
      const idSet = new Set(ids);
      return { data: (await whole(name, located)).filter((row) => idSet.has(row.id)) };
    },

    getManyReference: unavailable,
    updateMany: unavailable,
    deleteMany: unavailable,

    create: async (name, { data }) => ({ data: await noteLost(name, write(name, 'create', undefined, data)) }),
    update: async (name, { id, data }) => ({
      data: (await writeFrom(name, locate(name), id, data)) ?? (await noteLost(name, write(name, 'update', id, data))),
    }),

    async delete(name, { id, previousData }) {
      await noteLost(name, remove(name, id, previousData));
      return { data: previousData ?? { id: String(id) } };
    },
  };
  // React-admin lets each caller choose the type of its records, which no implementation can know.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return provider as DataProvider;
}
