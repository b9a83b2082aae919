import { dump, SCALAR_STYLE, visit, type Document, type ScalarLayout } from 'js-yaml';
import { PRINT_SCHEMA } from './dialect.ts';

/** Characters that a reader would drop, change or not show. Only double quotes can contain them. */
const INVISIBLE = /[\t\r\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]|^\s+$/;

/**
 * Chooses the style as the reference does: double quotes if plain text would have another meaning (`"true"`, `"5"`,
 * `""`), single quotes if a character forbids plain text (`'*'`), a literal block for several lines, otherwise plain.
 */
function chooseStyle(layout: ScalarLayout): void {
  const { value, tag } = layout.node;
  const textTag = PRINT_SCHEMA.defaultScalarTag.tagName;
  if (tag !== textTag) return;
  const may = (style: number) => (layout.allowedStylesMask & (1 << style)) !== 0;
  const several = value.includes('\n');
  if (INVISIBLE.test(value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (several && !layout.isKey && may(SCALAR_STYLE.LITERAL_BLOCK)) layout.style = SCALAR_STYLE.LITERAL_BLOCK;
  else if (several || PRINT_SCHEMA.resolveImplicitScalarTag(value).tag.tagName !== textTag)
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (!may(SCALAR_STYLE.PLAIN))
    layout.style = may(SCALAR_STYLE.SINGLE_QUOTED) ? SCALAR_STYLE.SINGLE_QUOTED : SCALAR_STYLE.DOUBLE_QUOTED;
}

function sortKeys(documents: Document[]): void {
  visit(documents, (node) => {
    if (node.kind !== 'mapping') return;
    const keyed = node.items.map((item) => ({ item, key: item.key.kind === 'scalar' ? item.key.value : '' }));
    keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    node.items = keyed.map(({ item }) => item);
  });
}

/**
 * A document as servers print it: keys in alphabetical order at every level, lists not indented, no folding
 * (http-resources §11.1). Parsing it returns the same value. Keys with the value undefined are left out.
 */
export const printYaml = (value: unknown): string =>
  dump(value, {
    schema: PRINT_SCHEMA,
    seqNoIndent: true,
    lineWidth: -1,
    noRefs: true,
    scalarStyleRules: [chooseStyle],
    transform: sortKeys,
  });
