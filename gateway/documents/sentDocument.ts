// Documents that are edited as text (http-resources §11.1).
import { isObject, textAt } from '../../src/lib/json.ts';
import { faultAt } from '../../src/wire/documentFault.ts';
import { DOCUMENT_MAX_CHARS } from '../../src/wire/constants.ts';
import { object, text } from '../../src/wire/shape.ts';
import { firstDocument, printYaml, withValueAt } from '../../src/wire/yaml.ts';
import { badDocument, badRequest } from '../http/failures.ts';
import type { Texts } from './texts.ts';

const HEAD = object({ kind: text, version: text, metadata: object({ name: text }) });

export type SentDocument = { kind: string; name: string; content: string; document: unknown };

/**
 * The parsed document, and its text without further documents, which are not checked and may contain secrets. The name
 * is required. Its kind checks the rest. `nameOf` returns a name for a document without one, if the server assigns it.
 */
export async function toSentDocument(
  sent: string,
  texts: Texts,
  nameOf?: (document: unknown) => string,
): Promise<SentDocument> {
  if (sent.length > DOCUMENT_MAX_CHARS) throw badRequest(`a document has at most ${DOCUMENT_MAX_CHARS} characters`);
  const content = firstDocument(sent);
  const parsed = content === '' ? undefined : await texts.parse(content);
  if (!parsed?.ok) throw badRequest(NOT_A_DECLARATION);
  const document = parsed.value ?? {};
  if (!isObject(document)) throw badRequest(NOT_A_DECLARATION);
  const mistyped = HEAD.check(document, ''); // a number as the name is not a missing name
  if (mistyped !== undefined) throw badDocument(mistyped);
  const kind = textAt(document, 'kind');
  const name = textAt(document, 'metadata', 'name').trim();
  if (name !== '') return { kind, name, content, document };
  const given = nameOf?.(document);
  const named = given && (await texts.patch(content, { path: ['metadata', 'name'], value: given }));
  if (!given || !named) throw badDocument(faultAt('missing parameter Name', 'metadata', 'name'));
  return { kind, name: given, content: named, document: withValueAt(document, ['metadata', 'name'], given) };
}

/** A document that was sent as fields: its text is generated. */
export const toPrinted = (document: SentJson): SentDocument => ({
  kind: document.kind,
  name: document.metadata.name,
  content: printYaml(document),
  document,
});

type SentJson = { kind: string; metadata: { name: string; expires?: string } } & Readonly<Record<string, unknown>>;

const NOT_A_DECLARATION = 'not a valid resource declaration';

export const wrongKind = (kind: string) => badDocument(faultAt(`resource kind "${kind}" is invalid`, 'kind'));

/** The name in the document differs from the name in the URL. */
export const renamed = () =>
  badDocument(
    faultAt(
      'resource renaming is not supported, please create a different resource and then delete this one',
      ...['metadata', 'name'],
    ),
  );
