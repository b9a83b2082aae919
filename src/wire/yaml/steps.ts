import { at, isObject } from '../../lib/json.ts';
import { isSameValue } from '../../lib/moves.ts';
import type { YamlPath } from './outline.ts';

/** One change at one path of a document. List items after a removed or inserted one move up or down. */
export type Step =
  | { kind: 'set'; path: YamlPath; value: unknown }
  | { kind: 'insert'; path: YamlPath; value: unknown }
  | { kind: 'remove'; path: YamlPath };

/** The document with another value at a path. Undefined removes the key or the item. Missing parents are created. */
export function withValueAt(document: unknown, path: YamlPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (value === undefined && at(document, step) === undefined) return document;
  const inner = withValueAt(at(document, step), rest, value);
  if (typeof step === 'number') return spliced(document, step, 1, inner);
  const fields: Record<string, unknown> = isObject(document) ? { ...document } : {};
  if (inner === undefined) return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== step));
  return { ...fields, [step]: inner };
}

function spliced(list: unknown, index: number, removed: number, value: unknown): unknown[] {
  const items: unknown[] = Array.isArray(list) ? [...(list as unknown[])] : [];
  items.splice(index, removed, ...(value === undefined ? [] : [value]));
  return items;
}

/** The document after a step. */
export function stepped(document: unknown, step: Step): unknown {
  if (step.kind !== 'insert') return withValueAt(document, step.path, step.kind === 'set' ? step.value : undefined);
  const [list, index] = [step.path.slice(0, -1), Number(step.path.at(-1))];
  return withValueAt(document, list, spliced(at(document, ...list), index, 0, step.value));
}

/** The smallest changes that lead from one value to another. Equal parts are not touched. */
export function stepsBetween(before: unknown, after: unknown, path: YamlPath = []): Step[] {
  if (isSameValue(before, after)) return [];
  if (isObject(before) && isObject(after)) return fieldSteps(before, after, path);
  if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0)
    return itemSteps(before, after, path);
  return [{ kind: 'set', path, value: after }];
}

type Fields = Readonly<Record<string, unknown>>;

function fieldSteps(before: Fields, after: Fields, path: YamlPath): Step[] {
  const steps = Object.entries(after).flatMap(([key, value]) =>
    Object.hasOwn(before, key)
      ? stepsBetween(before[key], value, [...path, key])
      : [{ kind: 'set', path: [...path, key], value } as const],
  );
  const removedKeys = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return [...steps, ...removedKeys.map((key): Step => ({ kind: 'remove', path: [...path, key] }))];
}

/** Equal items at both ends stay. In between, items at the same index are changed into each other. */
function itemSteps(before: readonly unknown[], after: readonly unknown[], path: YamlPath): Step[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && isSameValue(before[start], after[start])) start++;
  let tail = 0;
  while (tail < most - start && isSameValue(before.at(-1 - tail), after.at(-1 - tail))) tail++;
  const paired = most - tail;
  const steps: Step[] = [];
  for (let i = start; i < paired; i++) steps.push(...stepsBetween(before[i], after[i], [...path, i]));
  for (let i = paired; i < after.length - tail; i++)
    steps.push({ kind: 'insert', path: [...path, i], value: after[i] });
  for (let i = before.length - tail - 1; i >= paired; i--) steps.push({ kind: 'remove', path: [...path, i] });
  return steps;
}
