import { randomUuid } from '../../lib/encoding.ts';
import { ENTER_NOTE } from '../../wire/documentSecrets.ts';

/** A template for a new document: a text with comments that explain it. */
type DocumentTemplate = { label: string; text: string; content: string };
export type DocumentTemplates = readonly [DocumentTemplate, ...DocumentTemplate[]];

/** Two comment lines, then the document. */
const TEMPLATE = /^# (.+)\n# (.+)\n([\s\S]*)$/;

/**
 * The templates of a `descriptors/templates/*.yaml`: documents, each below a comment with its label and one with its
 * description. `<ORIGIN>` and `<HOST>` are replaced by the address of this console, `<UUID>` by a new UUID. `<ENTER>`
 * marks a secret that the user enters in the form.
 */
export function readTemplates(file: string, origin: string): DocumentTemplates {
  const [first, ...others] = file.split(/^---\n/m).map((part): DocumentTemplate => {
    const [, label = '', text = '', content = ''] = TEMPLATE.exec(part) ?? [];
    if (content === '') throw new TypeError(`a template has no label or no description: ${part.slice(0, 80)}`);
    return { label, text, content: filled(content, origin) };
  });
  if (!first) throw new TypeError('a file of templates has none');
  return [first, ...others];
}

const filled = (content: string, origin: string): string =>
  content
    .replaceAll('<ORIGIN>', origin)
    .replaceAll('<HOST>', new URL(origin).hostname)
    .replaceAll('<ENTER>', ENTER_NOTE)
    .replaceAll('<UUID>', randomUuid);
