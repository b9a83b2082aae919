import { randomUuid } from '../../lib/encoding.ts';
import { textAt } from '../../lib/json.ts';
import { isMaskedWholly } from '../../wire/joinTokens.ts';
import { nodeAt, outlineYaml, parseYaml, patchYaml, type YamlPath } from '../../wire/yaml.ts';

/** Fields that the server counts up itself. In a copy they would be meaningless. */
const COUNTERS: readonly YamlPath[] = [
  ['metadata', 'id'],
  ['metadata', 'revision'],
];

/** The text of a copy under a new name. Everything else stays as the author wrote it. */
export function cloneText(content: string, name: string): string {
  const root = outlineYaml(content);
  if (!root) return content;
  const bare = content.replace(/^\ufeff/, '');
  const cuts = COUNTERS.flatMap((path) => {
    const node = nodeAt(root, path);
    if (!node?.key) return [];
    const start = bare.lastIndexOf('\n', node.key.start - 1) + 1;
    // A counter in braces shares its line with other keys. It stays, because the server overwrites it.
    if (bare.slice(start, node.key.start).trim() !== '') return [];
    const end = bare.indexOf('\n', node.end);
    return [{ start, end: end < 0 ? bare.length : end + 1, text: '' }];
  });
  const named = nodeAt(root, ['metadata', 'name']);
  const edits =
    named && !named.parts ? [...cuts, { start: named.start, end: named.end, text: quoteIfNeeded(name) }] : cuts;
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), bare);
}

/** The text of a revision, with the real name in place of a masked one (resource-specs §7). */
export function withName(content: string, name: string): string {
  const parsed = parseYaml(content);
  const masked = parsed.ok
    ? textAt(parsed.value, 'metadata', 'name')
    : (/^[ \t]*name:[ \t]*(\*+\S*)/m.exec(content)?.[1] ?? ''); // older revisions have it without quotes
  if (!masked.startsWith('*') || masked.length !== name.length) return content;
  const named = (parsed.ok && patchYaml(content, ['metadata', 'name'], name)) || content;
  return parsed.ok && isMaskedWholly(name) ? named : named.replaceAll(masked, name);
}

const quoteIfNeeded = (name: string): string => (/^[a-zA-Z][\w./-]*$/.test(name) ? name : JSON.stringify(name));

/** For kinds whose names are secrets: 32 hex digits, as servers create them (http-resources §12.1). */
export const randomName = (): string => randomUuid().replaceAll('-', '');

/** `dev` → `dev-copy`, `dev-copy-2`, …: the first name that is free. */
export function copyName(name: string, usedNames: ReadonlySet<string>): string {
  const base = `${name}-copy`;
  let candidate = base;
  for (let n = 2; usedNames.has(candidate); n++) candidate = `${base}-${n}`;
  return candidate;
}
