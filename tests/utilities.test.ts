// The utilities that rules compose (src/ui/base.css): the order of that file decides between two of them, so no rule
// may depend on it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const stylesheet = (file: string): string => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
/** Selectors and declarations of each innermost block. */
const blocksOf = (css: string) =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map((selector) => selector.trim()),
    declarations: body.split(';').flatMap((line): [string, string][] => {
      const [property = '', value] = line.split(/:(.*)/s);
      return value === undefined ? [] : [[property.trim(), value.trim()]];
    }),
  }));

/** `hover border-top` by its value, for each utility. */
const utilities = new Map<string, Map<string, string>>();
for (const { selectors, declarations } of blocksOf(stylesheet('src/ui/base.css')))
  for (const selector of selectors) {
    const [, name, state = ''] = /^\.([\w-]+)(:[\w-]+)?$/.exec(selector) ?? [];
    if (name === undefined) continue;
    const known = utilities.get(name) ?? new Map<string, string>();
    for (const [property, value] of declarations) known.set(`${state} ${property}`, value);
    utilities.set(name, known);
  }

/** Properties that begin with the name of a shorthand but are not set by it. */
const SEPARATE = /border-radius|overflow-wrap|flex-(wrap|direction)/;
/** A shorthand sets every other property that begins with its name. */
const touches = (a: string, b: string): boolean =>
  a === b || (!SEPARATE.test(`${a} ${b}`) && (b.startsWith(`${a}-`) || a.startsWith(`${b}-`)));

/** `.num` follows `.small`, whose shorthand resets the figures. */
const ORDERED = new Set(['num small']);

function conflictsOf(names: readonly string[]): string[] {
  return names.flatMap((one, i) =>
    names.slice(i + 1).flatMap((other) => {
      const conflicts = [...(utilities.get(one) ?? [])].some(([property, value]) =>
        [...(utilities.get(other) ?? [])].some(
          ([rival, rivalValue]) => touches(property, rival) && !(property === rival && value === rivalValue),
        ),
      );
      return conflicts && !ORDERED.has([one, other].toSorted().join(' ')) ? [`${one} ${other}`] : [];
    }),
  );
}

test('rules compose only existing utilities, and at most one for each property', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.module.css'),
  );
  let count = 0;
  for (const file of files)
    for (const { declarations } of blocksOf(stylesheet(join('src', file)))) {
      const names = declarations.flatMap(([property, value]) =>
        property === 'composes' && value.endsWith('from global') ? value.split(/\s+/).slice(0, -2) : [],
      );
      count += names.length;
      expect(
        names.filter((name) => !utilities.has(name)),
        file,
      ).toEqual([]);
      expect(conflictsOf(names), file).toEqual([]);
    }
  expect(count).toBeGreaterThan(1000);
});

test('two utilities for one property are reported', () => {
  expect(conflictsOf(['row', 'grid'])).toEqual(['row grid']);
  expect(conflictsOf(['edge', 'line-t'])).toEqual(['edge line-t']);
  expect(conflictsOf(['row', 'g8', 'x8', 'lit', 'small', 'num'])).toEqual([]);
});
