import { parseJson } from './json.ts';

/** Keys and indices of `spec.allow.rules[0].verbs[1]` and of `metadata.labels["teleport.dev/origin"]`. */
export const pathSteps = (path: string): readonly (string | number)[] =>
  Array.from(path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[\]]+)/g), ([, index, quoted, key = '']) => {
    if (index !== undefined) return Number(index);
    return quoted === undefined ? key : String(parseJson(quoted));
  });
