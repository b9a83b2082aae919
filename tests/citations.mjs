// Fails where a comment or a document cites a section that no document in docs/contract has.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONTRACT = join('docs', 'contract');
const DIRECTORIES = ['src', 'gateway', 'tests', 'bench', 'docs'];
const NUMBER = String.raw`\d+[a-z]?(?:\.\d+)*`;
/** Blanks, or a line end with the comment mark of the next line. */
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\/\/|\*)?[ \t]*)`;
const NAME = String.raw`(?<![\w.-])(?!(?:and|or)\b)(RFC \d+|[\w.-]+)`;
const CITATION = new RegExp(`(?:${NAME}${GAP})?§(${NUMBER})(?:[–-]§?(${NUMBER}))?`, 'g');
/** The separators between two numbers of the same document. */
const LIST = new RegExp(`^(?:,${GAP}?|,?${GAP}(?:and|or)${GAP})$`);

/** The numbers of the headings, such as 4 and 4.1. @param {string} markdown */
export const sectionsOf = (markdown) =>
  new Set([...markdown.matchAll(new RegExp(`^#{2,6} (${NUMBER})\\.? `, 'gm'))].map(([, number]) => number ?? ''));

/**
 * The faulty citations in a text, each with its line. A number without a name belongs to the document named before it
 * in the same list, else to `own`, the document that contains the text.
 * @param {string} text
 * @param {ReadonlyMap<string, ReadonlySet<string>>} documents
 * @param {string} [own]
 */
export function citationErrors(text, documents, own) {
  /** @type {{ line: number, reason: string }[]} */
  const errors = [];
  /** @type {string | undefined} */
  let listName;
  let listEnd = 0;
  for (const match of text.matchAll(CITATION)) {
    const [citation, word, ...numbers] = match;
    const name = own && word && !documents.has(word) && !word.startsWith('RFC ') ? undefined : word;
    const sign = match.index + citation.indexOf('§');
    const document = name ?? (LIST.test(text.slice(listEnd, sign)) ? listName : own);
    listName = document;
    listEnd = match.index + citation.length;
    if (document?.startsWith('RFC ')) continue;
    const sections = document === undefined ? undefined : documents.get(document);
    const line = text.slice(0, sign).split('\n').length;
    const add = (/** @type {string} */ reason) => errors.push({ line, reason });
    if (document === undefined) add(`§${numbers[0]} does not name its document`);
    else if (sections === undefined) add(`${CONTRACT} has no document ${document}.md (§${numbers[0]})`);
    else
      for (const number of numbers) if (number && !sections.has(number)) add(`${document}.md has no section ${number}`);
  }
  return errors;
}

function check() {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const nameOf = (/** @type {string} */ file) => basename(file, '.md');
  const documents = new Map(
    readdirSync(CONTRACT)
      .filter((file) => file.endsWith('.md') && file !== 'README.md')
      .map((file) => [nameOf(file), sectionsOf(readFileSync(join(CONTRACT, file), 'utf8'))]),
  );
  for (const directory of DIRECTORIES)
    for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:tsx?|mjs|cjs|css|md)$/.test(entry)) continue;
      const file = join(directory, entry);
      const own = file.startsWith(CONTRACT) ? nameOf(file) : undefined;
      for (const { line, reason } of citationErrors(readFileSync(file, 'utf8'), documents, own)) {
        console.error(`${file}:${line}: ${reason}`);
        process.exitCode = 1;
      }
    }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check();
