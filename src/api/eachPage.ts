import { textAt } from '../lib/json.ts';
import { call } from './client.ts';
import { checkKey, type ListRequest, type ListWire } from './lists.ts';
import { apiUrl, type PathParams } from './urls.ts';

/** Every page of a list. The next one is on its way while a page is worked with, and no page is kept. */
export async function* eachPage<R>(
  list: ListWire<R>,
  path: PathParams,
  request: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<R[]> {
  const ask = (startKey: string) => {
    const answer = call(apiUrl(list.url, path, list.params({ ...request, startKey })), { signal });
    // It may fail while the page before is still worked with.
    answer.catch(() => undefined);
    return answer;
  };
  const asked = [''];
  for (let answer: Promise<unknown> | undefined = ask(''); answer;) {
    const json: unknown = await answer;
    const next = textAt(json, 'startKey');
    checkKey(next, asked);
    asked.push(next);
    answer = next === '' ? undefined : ask(next);
    yield (await list.read(json)).rows;
  }
}
