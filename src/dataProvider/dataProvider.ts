import type { DataProvider, RaRecord } from 'ra-core';
import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { fetchRows } from '../api/lists.ts';
import type { ListRequest, Rows } from '../api/lists.ts';
import { apiUrl } from '../api/urls.ts';
import type { Resource, Row } from '../descriptors/defineResource.ts';
import { locateResource } from '../descriptors/resourceName.ts';
import type { Located } from '../descriptors/resourceName.ts';
import { fieldNamed, searchRows, sortRows } from '../descriptors/rows.ts';
import { LIST_LIMIT_MAX } from '../wire/constants.ts';
import { Cursors } from './cursors.ts';
import { WholeLists } from './wholeLists.ts';
import type { WholeList } from './wholeLists.ts';

/** Said with every list: when it was read, and how long the answer took. */
export type ListMeta = { readAtMs: number; answeredMs: number };

/** What the console may put into the `filter` of `getList`. */
export type ListFilter = { search?: string; query?: string; from?: Date; to?: Date };

type Sort = { field: string; order: 'ASC' | 'DESC' };
type ListParams = {
  pagination?: { page: number; perPage: number };
  sort?: Sort;
  filter?: ListFilter;
  signal?: AbortSignal;
};
type ListResult = {
  data: Row[];
  total?: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
  meta: ListMeta;
};
type Id = RaRecord['id'];
type Values = Readonly<Record<string, unknown>>;

/** The whole of what this console asks of its data; the type of records is known by the resource's name. */
type RowProvider = {
  supportAbortSignal: true;
  getList(name: string, params: ListParams): Promise<ListResult>;
  getOne(name: string, params: { id: Id; signal?: AbortSignal }): Promise<{ data: Row }>;
  getMany(name: string, params: { ids: Id[]; signal?: AbortSignal }): Promise<{ data: Row[] }>;
  getManyReference(name: string): Promise<never>;
  create(name: string, params: { data: Values }): Promise<{ data: Row }>;
  update(name: string, params: { id: Id; data: Values }): Promise<{ data: Row }>;
  updateMany(name: string, params: { ids: Id[]; data: Values }): Promise<{ data: Id[] }>;
  delete(name: string, params: { id: Id; previousData?: Row }): Promise<{ data: Row }>;
  deleteMany(name: string, params: { ids: Id[] }): Promise<{ data: Id[] }>;
  /** The next list of this name is read from the server, however fresh the last one is. */
  forget(name: string): void;
};

const wireSort = (resource: Resource, sort: Sort): ListRequest['sort'] => {
  const field = fieldNamed(resource, sort.field);
  if (!field?.sort) return undefined;
  return { field: field.sort === true ? field.source : field.sort, descending: sort.order === 'DESC' };
};

/** react-admin's data provider over the resources; errors are `ApiError` throughout. */
export function createDataProvider(resources: readonly Resource[]): DataProvider {
  const cursors = new Cursors();
  const wholeLists = new WholeLists();

  const locate = (name: string): Located => {
    const located = locateResource(resources, name);
    if (!located) throw new ApiError(`Nothing is known under the name “${name}”`, 404);
    return located;
  };

  const whole = (name: string, { resource, params }: Located): Promise<WholeList> =>
    wholeLists.get(name, async () => (await fetchRows(resource.wire.list, params, { limit: LIST_LIMIT_MAX })).rows);

  const missing = ({ resource }: Located, id: Id): ApiError =>
    new ApiError(`${resource.label[0]} “${id}” is not found`, 404);

  async function oneFromList(name: string, located: Located, id: Id, signal?: AbortSignal): Promise<Row> {
    const { resource, params } = located;
    const rows =
      resource.wire.list.paging === 'whole'
        ? (await whole(name, located)).rows
        : (
            await fetchRows(
              resource.wire.list,
              params,
              { limit: LIST_LIMIT_MAX, search: `"${id}"`, sort: wireSort(resource, resource.list.sort) },
              signal,
            )
          ).rows;
    const row = rows.find((one) => one.id === id);
    if (!row) throw missing(located, id);
    return row;
  }

  async function getOne(name: string, id: Id, signal?: AbortSignal): Promise<Row> {
    const located = locate(name);
    const { one, read } = located.resource.wire;
    if (!one || !read) return oneFromList(name, located, id, signal);
    return read(await call(apiUrl(one.url, { ...located.params, id: String(id) }), { signal }));
  }

  async function write(name: string, what: 'create' | 'update', id: Id | undefined, values: Values): Promise<Row> {
    const { resource, params } = locate(name);
    const { read, [what]: wire } = resource.wire;
    if (!wire || !read) throw new ApiError(`${resource.label[1]} cannot be changed here`, 0);
    const path = id === undefined ? params : { ...params, id: String(id) };
    const method = what === 'create' ? 'POST' : 'PUT';
    const row = await read(await call(apiUrl(wire.url, path), { method, body: wire.body(values) }));
    wholeLists.wrote(name, row);
    return row;
  }

  async function remove(name: string, id: Id): Promise<void> {
    const { resource, params } = locate(name);
    if (!resource.wire.remove) throw new ApiError(`${resource.label[1]} cannot be removed here`, 0);
    await call(apiUrl(resource.wire.remove.url, { ...params, id: String(id) }), { method: 'DELETE' });
    wholeLists.removed(name, String(id));
  }

  async function pagedList(
    name: string,
    located: Located,
    asked: Required<Omit<ListParams, 'signal'>>,
    signal?: AbortSignal,
  ): Promise<ListResult> {
    const { resource, params } = located;
    const { pagination, sort, filter } = asked;
    const request = { ...filter, limit: pagination.perPage, sort: wireSort(resource, sort) };
    let askedAtMs = 0;
    const page = await cursors.page<Rows<Row>>(JSON.stringify([name, request]), pagination.page, (startKey) => {
      askedAtMs = Date.now();
      return fetchRows(resource.wire.list, params, { ...request, startKey }, signal);
    });
    const readAtMs = Date.now();
    return {
      data: page?.rows ?? [],
      ...(page?.total !== undefined && { total: page.total }),
      pageInfo: { hasNextPage: Boolean(page?.next), hasPreviousPage: pagination.page > 1 },
      meta: { readAtMs, answeredMs: readAtMs - askedAtMs },
    };
  }

  const provider: RowProvider = {
    supportAbortSignal: true,

    async getList(name, { pagination = { page: 1, perPage: LIST_LIMIT_MAX }, sort, filter = {}, signal }) {
      const located = locate(name);
      const { resource } = located;
      const order = sort ?? resource.list.sort;
      if (resource.wire.list.paging !== 'whole')
        return pagedList(name, located, { pagination, sort: order, filter }, signal);

      const list = await whole(name, located);
      const found = searchRows(resource, list.rows, filter.search ?? '');
      const sorted = sortRows(resource, found, { field: order.field, descending: order.order === 'DESC' });
      const end = pagination.page * pagination.perPage;
      return {
        data: sorted.slice(end - pagination.perPage, end),
        total: sorted.length,
        pageInfo: { hasNextPage: sorted.length > end, hasPreviousPage: pagination.page > 1 },
        meta: { readAtMs: list.readAtMs, answeredMs: list.answeredMs },
      };
    },

    getOne: async (name, { id, signal }) => ({ data: await getOne(name, id, signal) }),

    async getMany(name, { ids, signal }) {
      const located = locate(name);
      if (located.resource.wire.list.paging !== 'whole')
        return { data: await Promise.all(ids.map((id) => getOne(name, id, signal))) };
      const wanted = new Set(ids);
      return { data: (await whole(name, located)).rows.filter((row) => wanted.has(row.id)) };
    },

    async getManyReference(name) {
      throw new ApiError(`${name} has no rows that belong to another row`, 0);
    },

    create: async (name, { data }) => ({ data: await write(name, 'create', undefined, data) }),
    update: async (name, { id, data }) => ({ data: await write(name, 'update', id, data) }),

    async updateMany(name, { ids, data }) {
      for (const id of ids) await write(name, 'update', id, data);
      return { data: ids };
    },

    async delete(name, { id, previousData }) {
      await remove(name, id);
      return { data: previousData ?? { id: String(id) } };
    },

    async deleteMany(name, { ids }) {
      for (const id of ids) await remove(name, id);
      return { data: ids };
    },

    forget: (name) => wholeLists.forget(name),
  };
  // react-admin lets each caller name the type of its records, which no implementation can know.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return provider as DataProvider;
}
