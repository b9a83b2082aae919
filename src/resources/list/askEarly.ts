import type { QueryClient } from '@tanstack/react-query';
import type { DataProvider } from 'ra-core';
import { pageRows } from '../../api/lists.ts';
import type { UserContext } from '../../api/userContext.ts';
import { resourceName, type Located } from '../../descriptors/resourceName.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { expandAddress } from '../views/viewAddress.ts';
import { viewStore } from '../views/viewStore.ts';
import { feedQuery } from './useListFeed.ts';
import { openedAt } from './useListParams.ts';

type Asker = { client: QueryClient; dataProvider: DataProvider; user: UserContext };

/**
 * Asks for the first rows of a list before its page is drawn, so that the page finds the request or its answer in the
 * cache. It skips queries that are already in the cache, and lists over time, because their request depends on the
 * moment of drawing. `search` is the query string of the list's address. Resolves with the answer. It ignores a
 * failure: the page asks again and gets the error.
 */
export async function askEarly(located: Located, search: string, { client, dataProvider, user }: Asker): Promise<void> {
  const resource = restrict(located.resource, user.acl);
  const name = resourceName(resource, located.params);
  const { list } = resource.wire;
  if (!resource.may.list.ok || list.paging === 'window') return;
  const { query: listRequest } = openedAt(resource, expandAddress(search, viewStore(user.username, name).book.get()));
  const request = list.search === 'server' ? listRequest : { filter: {}, sort: resource.list.sort };
  const query = feedQuery(dataProvider, name, request, { perPage: pageRows(list) });
  if (client.getQueryState(query.queryKey) === undefined) await client.infiniteQuery(query).catch(() => undefined);
}
