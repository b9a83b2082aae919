import { catchFault } from '../../../wire/predicate/fault.ts';
import { parseSyntax } from '../../../wire/predicate/syntax.ts';
import { compileLabelExpression } from '../../../access/labelExpression.ts';
import { parseTemplate } from '../../../access/template.ts';
import { parseDuration } from '../../../wire/duration.ts';

const templateProblem = (text: string): string | undefined => {
  const parsed = parseTemplate(text);
  return parsed.ok ? undefined : parsed.message;
};

/** The error in a text that another program has to parse. An empty text is checked elsewhere. */
const FORMATS: Readonly<Record<string, (text: string) => string | undefined>> = {
  'label-expression': (text) => {
    const read = compileLabelExpression(text, {});
    return read.kind === 'fault' ? read.message : undefined;
  },
  predicate: (text) => {
    const read = catchFault(() => ({ ok: true, syntax: parseSyntax(text) }) as const);
    return read.ok ? undefined : read.message;
  },
  'trait-template': templateProblem,
  duration: (text) => (parseDuration(text).ok ? undefined : 'expected a duration such as 8h, 30m or 7d, or never'),
  'date-time': (text) =>
    /^\d{4}-\d\d-\d\d[Tt ]/.test(text) && !Number.isNaN(Date.parse(text))
      ? undefined
      : 'expected a time like 2030-01-31T12:00:00Z',
  pem: (text) =>
    /-----BEGIN [^-]+-----[\s\S]+-----END [^-]+-----/.test(text)
      ? undefined
      : 'expected PEM text, from -----BEGIN to -----END',
};

/** Undefined if the text is valid, or the format does not restrict texts. */
export const formatFault = (format: string | undefined, text: string): string | undefined =>
  format === undefined || text === '' ? undefined : FORMATS[format]?.(text);
