import { parseDuration } from '../../src/wire/duration.ts';

/** Such a format controls the editor. The validator accepts any text. */
const ANY = true;

/**
 * Formats of the schemas in `src/schemas`, for the validator. Other keywords for the editor begin with `x-` and are not
 * validated: `x-expected` is the message for an invalid value, `x-since` the first release that supports a field,
 * `x-newer` values by the first release that supports them, `x-enterprise` what an open-source cluster refuses or
 * ignores.
 */
export const DOCUMENT_FORMATS = {
  duration: (text: string) => parseDuration(text).ok,
  /** Empty: no time, as `tctl` prints documents that do not expire. */
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
