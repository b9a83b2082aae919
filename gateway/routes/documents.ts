// Documents that are edited as text (http-resources §11.1).
import { isObject, textAt } from '../../src/lib/json.ts';
import { parseYaml } from '../../src/wire/yaml.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';

export type SentDocument = { kind: string; name: string; content: string; document: unknown };

/** What a body's text says. Its name is there; everything else is for its kind to check. */
export function toSentDocument(body: JsonObject): SentDocument {
  const content = body.text('content');
  const parsed = content === '' ? undefined : parseYaml(content);
  if (!parsed?.ok) throw badRequest(NOT_A_DECLARATION);
  const document = parsed.value ?? {};
  if (!isObject(document)) throw badRequest(NOT_A_DECLARATION);
  const name = textAt(document, 'metadata', 'name').trim();
  if (name === '') throw badRequest('missing parameter Name');
  return { kind: textAt(document, 'kind'), name, content, document };
}

const NOT_A_DECLARATION = 'not a valid resource declaration';

export const wrongKind = (kind: string) => badRequest(`resource kind "${kind}" is invalid`);

/** A document of another name than the one in the address. */
export const renamed = () =>
  badRequest('resource renaming is not supported, please create a different resource and then delete this one');
