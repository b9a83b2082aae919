/** The root path of the API. The server strips `/v1` (http-auth §1.1). */
const API_ROOT = '/v1/webapi/';

/**
 * Encodes one path segment: `encodeURI` plus `/ ? #`, no more. The server does not decode user names once the URL has
 * escapes it would not have written itself (http-auth §1.1). A segment of dots, or an empty one, would become another
 * endpoint when the browser normalizes the address. A blank before it makes it an unknown name.
 */
export function encodeSegment(value: string): string {
  if (/^\.{0,2}$/.test(value)) return `%20${value}`;
  return encodeURI(value.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/[/?#]/g, encodeURIComponent);
}

export type PathParams = Readonly<Record<string, string | undefined>>;

/** Fills `:name` and `:name?` in a template. An optional part without a value is left out with its slash. */
export const fillPath = (template: string, params: PathParams = {}): string =>
  template.replace(/(^|\/):(\w+)(\?)?/g, (_, slash: string, name: string, optional?: string) => {
    const value = params[name];
    if (optional && !value) return '';
    if (value === undefined) throw new Error(`${name} is missing from ${template}`);
    return slash + encodeSegment(value);
  });

export type QueryParams = Readonly<Record<string, string | number | boolean | undefined>>;

/** `template` is below `/v1/webapi/`. Undefined query values are left out, empty ones are sent empty. */
export function apiUrl(template: string, params?: PathParams, query: QueryParams = {}): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return API_ROOT + fillPath(template, params) + (search && `?${search}`);
}
