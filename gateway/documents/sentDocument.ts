// Documents that are edited as text (http-resources §11.1).
import { isObject, textAt } from '../../src/lib/json.ts';
import { faultAt } from '../../src/wire/documentFault.ts';
import { DOCUMENT_MAX_CHARS } from '../../src/wire/constants.ts';
import { firstDocument, printYaml, withValueAt } from '../../src/wire/yaml.ts';
import { badDocument, badRequest } from '../http/failures.ts';
import type { Texts } from './texts.ts';

export type SentDocument = { kind: string; name: string; content: string; document: unknown };

/**
 * What a text says, and the text as far as it is read: without documents behind the first, which nobody checks and which
 * may have secrets of their own. Its name is there; everything else is for its kind to check. `nameOf` gives a name to a
 * document without one, where the server does.
 */
export async function toSentDocument(
  text: string,
  texts: Texts,
  nameOf?: (document: unknown) => string,
): Promise<SentDocument> {
  if (text.length > DOCUMENT_MAX_CHARS) throw badRequest(`a document has at most ${DOCUMENT_MAX_CHARS} characters`);
  const content = firstDocument(text);
  const parsed = content === '' ? undefined : await texts.parse(content);
  if (!parsed?.ok) throw badRequest(NOT_A_DECLARATION);
  const document = parsed.value ?? {};
  if (!isObject(document)) throw badRequest(NOT_A_DECLARATION);
  const kind = textAt(document, 'kind');
  const name = textAt(document, 'metadata', 'name').trim();
  if (name !== '') return { kind, name, content, document };
  const given = nameOf?.(document);
  const named = given && (await texts.patch(content, { path: ['metadata', 'name'], value: given }));
  if (!given || !named) throw badDocument(faultAt('missing parameter Name', 'metadata', 'name'));
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

export const wrongKind = (kind: string) => badDocument(faultAt(`resource kind "${kind}" is invalid`, 'kind'));

/** A document of another name than the one in the address. */
export const renamed = () =>
  badDocument(
    faultAt(
      'resource renaming is not supported, please create a different resource and then delete this one',
      ...['metadata', 'name'],
    ),
  );
