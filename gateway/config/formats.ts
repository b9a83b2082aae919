import { parseDuration } from '../../src/wire/duration.ts';

/** Says how a value is asked for in the editor; any text will do here. */
const ANY = true;

/**
 * Formats of the schemas in `src/schemas`, for the validator. Whatever else the editor reads from them begins with `x-`
 * and is no rule: `x-expected` the words for what does not fit, `x-since` the first release that knows a field, `x-newer`
 * values by the first release that takes them, `x-enterprise` what an open-source cluster refuses or ignores.
 */
export const DOCUMENT_FORMATS = {
  duration: (text: string) => parseDuration(text).ok,
  /** Empty: there is no time, as `tctl` prints documents that do not expire. */
  'date-time': (text: string) =>
    text === '' || (/^\d{4}-\d\d-\d\d[Tt].*([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))),
  'label-selector': ANY,
  'label-expression': ANY,
  predicate: ANY,
  'trait-template': ANY,
  rules: ANY,
  pem: ANY,
  secret: ANY,
  multiline: ANY,
  'tri-state': ANY,
} as const;
