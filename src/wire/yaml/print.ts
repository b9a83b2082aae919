import { dump, SCALAR_STYLE, visit, type Document, type ScalarLayout } from 'js-yaml';
import { PRINT_SCHEMA } from './dialect.ts';

/** Characters that a reader would drop, change or not show: only double quotes can carry them. */
const INVISIBLE = /[\t\r\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]|^\s+$/;

/**
 * Chooses as the reference does: double quotes where plain text would mean something else (`"true"`, `"5"`, `""`),
 * single quotes where a character forbids plain text (`'*'`), a literal block for several lines, plain otherwise.
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
 * (http-resources §11.1). Read back it is the same value. Keys whose value is undefined are left out.
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
