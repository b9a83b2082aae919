import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import type { Row } from '../descriptors/row.ts';
import { describeFailure } from '../api/errors.ts';
import { toasts } from '../ui/toasts.ts';

type Page = { data: readonly Row[]; total?: number };
type Patch = (rows: readonly Row[]) => readonly Row[];
type Values = Readonly<Record<string, unknown>>;

/** Updates the lists on the screen at once. */
function patchLists(client: QueryClient, name: string, patch: Patch): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: [name, 'getInfiniteList'] }, (list) => {
    if (!list) return undefined;
    const pages = list.pages.map((page) => {
      const data = patch(page.data);
      const grown = data.length - page.data.length;
      return { ...page, data, ...(page.total !== undefined && { total: page.total + grown }) };
    });
    return { ...list, pages };
  });
}

/** Writes through react-admin's data provider. Each rejects with the `ApiError` of the call (`mayBeDone`). */
export function useRowWrites(name: string) {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const patch = (change: Patch) => patchLists(client, name, change);
  const patchAndAsk = (change: Patch) => {
    patch(change);
    // All lists, because a role decides what every other list shows.
    void client.invalidateQueries();
  };
  const remove = async (row: Row) => {
    await dataProvider.delete<Row>(name, { id: row.id, previousData: row });
    return (rows: readonly Row[]) => rows.filter((other) => other.id !== row.id);
  };
  const create = async (values: Values) => {
    const { data } = await dataProvider.create<Row>(name, { data: values });
    const added: Patch = (rows) => (rows.some((row) => row.id === data.id) ? rows : [data, ...rows]);
    return { row: data, added };
  };
  return {
    async create(values: Values): Promise<Row> {
      const { row, added } = await create(values);
      patchAndAsk(added);
      return row;
    },
    /** Does not reload. Invalidate the queries after the last call. */
    async createOneOfMany(values: Values): Promise<void> {
      patch((await create(values)).added);
    },
    async update(before: Row, values: Values): Promise<Row> {
      const { data } = await dataProvider.update<Row>(name, { id: before.id, data: values, previousData: before });
      patchAndAsk((rows) => rows.map((row) => (row.id === data.id ? data : row)));
      return data;
    },
    /** Does not reload. Invalidate the queries after the last call. */
    async updateOneOfMany(before: Row, values: Values): Promise<void> {
      const { data } = await dataProvider.update<Row>(name, { id: before.id, data: values, previousData: before });
      patch((rows) => rows.map((row) => (row.id === data.id ? data : row)));
    },
    async remove(row: Row): Promise<void> {
      try {
        patch(await remove(row));
      } finally {
        void client.invalidateQueries();
      }
    },
    /** Does not reload. Invalidate the queries after the last call. */
    async removeOneOfMany(row: Row): Promise<void> {
      patch(await remove(row));
    },
  };
}

type Steps<Now> = {
  /** The current state, or undefined if another user has changed it since the save. */
  asSaved: () => Promise<Now | undefined>;
  /** Writes the previous state. Returns the message, such as "is as it was". */
  restore: (now: Now) => Promise<string>;
};

/** Undoes a save, unless another user has changed the object in the meantime. Never rejects, but shows the result. */
export async function undoChange<Now>(title: string, { asSaved, restore }: Steps<Now>): Promise<void> {
  const warn = (how: string) => toasts.show({ text: `${title} ${how}`, isWarning: true });
  try {
    const now = await asSaved();
    if (now === undefined) warn('was changed in the meantime, so the change was not undone');
    else toasts.show({ text: `${title} ${await restore(now)}` });
  } catch (error) {
    warn(`could not be restored. ${describeFailure(error).why}`);
  }
}
