import { textAt } from '../lib/json.ts';
import { call } from './client.ts';
import { checkKey, type ListRequest, type ListWire } from './lists.ts';
import { apiUrl, type PathParams } from './urls.ts';

/** Yields every page of a list. It requests the next page while the caller handles one, and stores no pages. */
export async function* eachPage<R>(
  list: ListWire<R>,
  path: PathParams,
  request: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<R[]> {
  const ask = (startKey: string) => {
    const answer = call(apiUrl(list.url, path, list.params({ ...request, startKey })), { signal });
    // It can fail while the caller still handles the previous page.
    answer.catch(() => undefined);
    return answer;
  };
  const keys = [''];
  for (let answer: Promise<unknown> | undefined = ask(''); answer;) {
    const json: unknown = await answer;
    const next = textAt(json, 'startKey');
    checkKey(next, keys);
    keys.push(next);
    answer = next === '' ? undefined : ask(next);
    yield (await list.read(json)).rows;
  }
}
