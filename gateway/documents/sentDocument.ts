// Documents that are edited as text (http-resources §11.1).
import { isObject, textAt } from '../../src/lib/json.ts';
import { parseYaml, patchYaml, printYaml, withValueAt } from '../../src/wire/yaml.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest } from '../http/failures.ts';

export type SentDocument = { kind: string; name: string; content: string; document: unknown };

/**
 * What a body's text says. Its name is there; everything else is for its kind to check. `nameOf` gives a name to a
 * document without one, where the server does.
 */
export function toSentDocument(body: JsonObject, nameOf?: (document: unknown) => string): SentDocument {
  const content = body.text('content');
  const parsed = content === '' ? undefined : parseYaml(content);
  if (!parsed?.ok) throw badRequest(NOT_A_DECLARATION);
  const document = parsed.value ?? {};
  if (!isObject(document)) throw badRequest(NOT_A_DECLARATION);
  const kind = textAt(document, 'kind');
  const name = textAt(document, 'metadata', 'name').trim();
  if (name !== '') return { kind, name, content, document };
  const given = nameOf?.(document);
  const named = given && patchYaml(content, ['metadata', 'name'], given);
  if (!given || !named) throw badRequest('missing parameter Name');
  return { kind, name: given, content: named, document: withValueAt(document, ['metadata', 'name'], given) };
}

/** A document that came as fields: its text is printed. */
export const toPrinted = (document: SentJson): SentDocument => ({
  kind: document.kind,
  name: document.metadata.name,
  content: printYaml(document),
  document,
});

type SentJson = { kind: string; metadata: { name: string; expires?: string } } & Readonly<Record<string, unknown>>;

const NOT_A_DECLARATION = 'not a valid resource declaration';

export const wrongKind = (kind: string) => badRequest(`resource kind "${kind}" is invalid`);

/** A document of another name than the one in the address. */
export const renamed = () =>
  badRequest('resource renaming is not supported, please create a different resource and then delete this one');
