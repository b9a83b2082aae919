// One web application: the connection data of its document (resource-specs §8).
import { at, isObject, textAt, textsAt } from '../../src/lib/json.ts';
import { isAwsConsole } from '../../src/wire/clouds.ts';
import type { ThroughServer } from '../config/settings.ts';
import type { Entry } from '../inventory/entry.ts';

type HeaderRewrite = { name: string; value: string };

export type Application = {
  /** Key in the inventory. */
  key: string;
  name: string;
  /** '' if it has no public address. */
  publicAddr: string;
  uri: string;
  /** The upstream URL. Absent if a browser cannot open the application. */
  target: URL | undefined;
  /** `dump`: there is no server, and the gateway answers with the request itself. */
  dump: boolean;
  insecure: boolean;
  through: ThroughServer | undefined;
  redirects: readonly string[];
  headers: readonly HeaderRewrite[];
  /** The facts about the user in the token. */
  claims: string;
  labels: Readonly<Record<string, string>>;
};

export function toApplication({ key, document: { metadata, spec }, connect, labels }: Entry): Application {
  const uri = textAt(spec, 'uri') || (textAt(spec, 'cloud') && `cloud://${textAt(spec, 'cloud')}`);
  const rewrites = at(spec, 'rewrite', 'headers');
  return {
    key,
    name: metadata.name,
    publicAddr: textAt(spec, 'public_addr'),
    uri,
    target: isAwsConsole(uri) || textAt(spec, 'cloud') !== '' ? undefined : webAddress(uri),
    dump: connect.via === 'dump-headers',
    insecure: at(spec, 'insecure_skip_verify') === true,
    through: connect.via === 'app' ? connect.through : undefined,
    redirects: textsAt(spec, 'rewrite', 'redirect'),
    headers: (Array.isArray(rewrites) ? rewrites : []).filter(isObject).map((header) => ({
      name: textAt(header, 'name'),
      value: textAt(header, 'value'),
    })),
    claims: textAt(spec, 'rewrite', 'jwt_claims') || 'roles-and-traits',
    labels,
  };
}

function webAddress(uri: string): URL | undefined {
  if (!URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** Why a browser cannot open it. undefined for a web application. */
export function whyNotWeb({ uri, target, name }: Application): string | undefined {
  if (target) return undefined;
  if (isAwsConsole(uri) || uri.startsWith('cloud://'))
    return `${name} is a cloud console or API. This gateway has no access to cloud accounts`;
  if (uri.startsWith('tcp://')) return `${name} is a TCP application. A browser cannot open it`;
  return `${name} has no web address. Ask its administrator to correct spec.uri`;
}
