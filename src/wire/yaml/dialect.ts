// The dialect of the reference's reader: YAML 1.1 booleans and octal numbers, but no times and no base 60. Floats are
// as in 1.2 (`1e3` needs no dot) (resource-specs §0.3).
import {
  boolYaml11Tag,
  defineScalarTag,
  DUMP_SCHEMA,
  floatCoreTag,
  intCoreTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  nullYaml11Tag,
  Schema,
  seqTag,
  strTag,
} from 'js-yaml';

const INT = /^[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|0|[1-9][0-9_]*)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$/;
const SPECIAL: Readonly<Record<string, number>> = {
  inf: Infinity,
  Inf: Infinity,
  INF: Infinity,
  nan: NaN,
  NaN,
  NAN: NaN,
};

function toInt(source: string): number | typeof NOT_RESOLVED {
  if (!INT.test(source)) return NOT_RESOLVED;
  const digits = source.replace(/^[-+]/, '').replaceAll('_', '');
  // `0644` is octal here, but Number only accepts the form 0o644.
  const value = Number(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  if (!Number.isFinite(value)) return NOT_RESOLVED;
  return source.startsWith('-') ? -value : value;
}

function toFloat(source: string): number | typeof NOT_RESOLVED {
  const special = /^([-+]?)\.([a-zA-Z]{3})$/.exec(source);
  if (special) {
    const [, sign, word = ''] = special;
    const value = Object.hasOwn(SPECIAL, word) ? SPECIAL[word] : undefined;
    if (value === undefined || (Number.isNaN(value) && sign !== '')) return NOT_RESOLVED;
    return sign === '-' ? -value : value;
  }
  if (!FLOAT.test(source)) return NOT_RESOLVED;
  const value = Number(source.replaceAll('_', ''));
  return Number.isFinite(value) ? value : NOT_RESOLVED;
}

const NUMBER_STARTS = Array.from('-+0123456789');

/** The meaning of plain words when a document is read. */
export const READ_SCHEMA = new Schema([
  strTag,
  seqTag,
  mapTag,
  nullYaml11Tag,
  boolYaml11Tag,
  defineScalarTag(intCoreTag.tagName, {
    implicit: true,
    implicitFirstChars: NUMBER_STARTS,
    resolve: toInt,
    identify: intCoreTag.identify,
  }),
  defineScalarTag(floatCoreTag.tagName, {
    implicit: true,
    implicitFirstChars: [...NUMBER_STARTS, '.'],
    resolve: toFloat,
    identify: floatCoreTag.identify,
  }),
  mergeTag,
]);

/** Quotes all text that any reader, of 1.1 or 1.2, could read as another type. */
export const PRINT_SCHEMA = DUMP_SCHEMA;

/**
 * The value of a plain (unquoted) word: text, or a boolean, number or null that only looks like text. `word` is a whole
 * scalar without surrounding blanks.
 */
export const readPlain = (word: string): unknown => READ_SCHEMA.resolveImplicitScalarTag(word).value;
