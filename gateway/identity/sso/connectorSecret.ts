// The client secret of a connector leaves its author's text when the text is stored, so that no answer can hold it.
import { isDeepStrictEqual } from 'node:util';
import { isObject, textAt } from '../../../src/lib/json.ts';
import { nodeAt, outlineYaml, parseYaml } from '../../../src/wire/yaml.ts';

const PATH = ['spec', 'client_secret'] as const;
/** Shorter ones may well be part of another word. */
const TELLING_CHARS = 8;

type Hidden = { ok: true; content: string } | { ok: false; message: string };

/** '' where the document has none. */
export const secretOf = (document: unknown): string => textAt(document, ...PATH);

/** The document with this secret in place of its own. */
export function withSecret(document: unknown, secret: string): unknown {
  if (!isObject(document) || !isObject(document['spec'])) return document;
  return { ...document, spec: { ...document['spec'], client_secret: secret } };
}

/** The same text with an empty secret: everything else, comments too, stays as its author wrote it. */
export function hideSecret(content: string, document: unknown): Hidden {
  const secret = secretOf(document);
  if (secret === '') return { ok: true, content };
  const bare = content.replace(/^\ufeff/, '');
  const outline = outlineYaml(bare);
  const node = outline && nodeAt(outline, PATH);
  const hidden = node ? `${bare.slice(0, node.start)}""${bare.slice(node.end)}` : bare;
  // A block of several lines or an anchor that others refer to cannot be cut out without changing what the rest says.
  const parsed = parseYaml(hidden);
  if (!parsed.ok || !isDeepStrictEqual(parsed.value, withSecret(document, ''))) {
    return { ok: false, message: 'spec.client_secret: write the secret in one line, once, without an anchor' };
  }
  if (secret.length >= TELLING_CHARS && hidden.includes(secret)) {
    return { ok: false, message: 'spec.client_secret: the secret stands in the text a second time; take it out there' };
  }
  return { ok: true, content: hidden };
}
