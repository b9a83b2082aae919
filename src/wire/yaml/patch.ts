import { at } from '../../lib/json.ts';
import { isSameValue } from '../../lib/moves.ts';
import { moveAnchors } from './anchors.ts';
import { chainTo, editsFor, replacements, type Edit } from './edits.ts';
import { keyText } from './fragment.ts';
import { firstDocument } from './firstDocument.ts';
import { outlineYaml, type YamlPath } from './outline.ts';
import { printYaml } from './print.ts';
import { stepped, stepsBetween, withValueAt, type Step } from './steps.ts';

type ReadResult = (text: string) => { ok: true; value: unknown } | { ok: false };

/**
 * The text with another value at one path. It rewrites as little as possible, so that comments, order and quotes of the
 * rest stay. It parses each attempt, and rewrites more if the result does not have exactly the intended value.
 */
export function patchText(text: string, read: ReadResult, path: YamlPath, value: unknown): string | undefined {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const bare = text.slice(mark.length);
  const before = read(bare);
  if (!before.ok) return undefined;
  const expected = withValueAt(before.value, path, value);
  let [now, document] = [bare, before.value];
  for (const step of stepsBetween(before.value, expected)) {
    const target = stepped(document, step);
    now = written(now, read, step, target);
    document = target;
  }
  return mark + now;
}

/** The text after one step: the smallest change that results in the intended value. */
function written(text: string, read: ReadResult, step: Step, target: unknown): string {
  const isWanted = (after: string | undefined): after is string => {
    const parsed = after === undefined ? undefined : read(after);
    return parsed?.ok === true && isSameValue(parsed.value, target);
  };
  const found = attempts(text, step, target).find(isWanted);
  if (found !== undefined) return found;
  // Aliases may refer to the changed value. They first get their own copy of the old value.
  const apart = moveAnchors(text, read, step.path);
  const again = apart === undefined ? undefined : attempts(apart, step, target).find(isWanted);
  return again ?? printYaml(target) + text.slice(firstDocument(text).length);
}

/** The edit itself, then the same as a new value for each enclosing node. */
function attempts(text: string, step: Step, meant: unknown): readonly string[] {
  const root = outlineYaml(text);
  if (!root) return [];
  const breaks = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const chain = chainTo(root, step.path);
  const target = { text, chain };
  const around = Array.from({ length: Math.min(chain.length, step.path.length) }, (_, i) => {
    const parents = chain.slice(0, chain.length - i);
    return replacements({ text, chain: parents }, at(meant, ...step.path.slice(0, parents.length - 1)));
  });
  return [editsFor(target, step), ...around].flat().map((edit) => applied(text, edit, breaks));
}

const applied = (text: string, { start, end, text: fresh }: Edit, breaks: string): string =>
  text.slice(0, start) + fresh.replaceAll('\n', breaks) + text.slice(end);

/** The text with another name for a key. Undefined if the text does not contain the key or already has the name. */
export function renameKey(text: string, read: ReadResult, path: YamlPath, name: string): string | undefined {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const bare = text.slice(mark.length);
  const [before, root] = [read(bare), outlineYaml(bare)];
  if (!before.ok || !root || at(before.value, ...path.slice(0, -1), name) !== undefined) return undefined;
  const chain = chainTo(root, path);
  const [key, parent] = [chain.at(-1)?.key, chain.at(-2)];
  if (!key || chain.length !== path.length + 1) return undefined;
  const written =
    bare.slice(0, key.start) +
    (bare.charAt(key.start) === '"' ? JSON.stringify(name) : keyText(name, parent?.style === 'flow')) +
    bare.slice(key.end);
  const after = read(written);
  const moved = withValueAt(
    withValueAt(before.value, path, undefined),
    [...path.slice(0, -1), name],
    at(before.value, ...path),
  );
  return after.ok && isSameValue(after.value, moved) ? mark + written : undefined;
}
