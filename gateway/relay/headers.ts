// Headers on their way through: either side believes it talks to the other directly.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { withoutHopByHop } from '../http/hopByHop.ts';

/** Only this server knows who is on the other side; what a client says about itself is not passed on. */
const FORWARDING = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export type Ends = {
  /** Origin of the cluster's proxy. */
  cluster: string;
  /** Origins of this server: the one that the request was sent to and the public one. */
  own: readonly string[];
  /** The request is for an application. */
  application?: {
    /** Origins of our console: its page signs in at the application. */
    consoles: readonly string[];
    clusterConsole: string;
    /** As the cluster names it. */
    hostname: string;
  };
};

/** A cluster takes a request with this cookie for one of an application, whatever its host (http-resources §4.4). */
const APP_COOKIES = /(?:^|;\s*)__Host-grv_app_session(?:_subject)?=[^;]*/g;

/** `clientAddress`: as far as this server trusts it. */
export function toCluster(headers: IncomingHttpHeaders, ends: Ends, clientAddress: string): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers, (name) => !FORWARDING.test(name));
  passed['host'] = new URL(ends.cluster).host;
  passed['x-forwarded-for'] = clientAddress;
  // The origin of a foreign page stays foreign: the cluster's own checks depend on it (streams §1.2).
  if (headers.origin !== undefined && ends.own.includes(headers.origin)) passed['origin'] = ends.cluster;
  if (headers.origin !== undefined && ends.application?.consoles.includes(headers.origin))
    passed['origin'] = ends.application.clusterConsole;
  if (headers.cookie !== undefined && !ends.application)
    passed['cookie'] = headers.cookie.replace(APP_COOKIES, '').replace(/^;\s*/, '');
  if (headers.referer !== undefined) {
    passed['referer'] = ends.own.reduce((address, own) => moved(address, own, ends.cluster), headers.referer);
  }
  // Node has decoded a chunked body; without a length it is sent in chunks again.
  if (headers['transfer-encoding'] !== undefined) passed['transfer-encoding'] = 'chunked';
  return passed;
}

export function toBrowser(headers: IncomingHttpHeaders, ends: Ends): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers);
  // A promise about the cluster's own host name; this server makes its own where it serves TLS.
  delete passed['strict-transport-security'];
  if (headers.location !== undefined) passed['location'] = moved(headers.location, ends.cluster, '');
  if (ends.application) Object.assign(passed, ofApplication(passed, ends.application));
  if (headers['set-cookie']) passed['set-cookie'] = headers['set-cookie'].map(withoutDomain);
  return passed;
}

/** Back to our console instead of the cluster's. */
function ofApplication(
  { location = '', 'access-control-allow-origin': allowed }: OutgoingHttpHeaders,
  { consoles: [console = ''], clusterConsole, hostname }: NonNullable<Ends['application']>,
): OutgoingHttpHeaders {
  const [, launcher] = /^https?:\/\/[^/]+(\/web\/launch\/[^/?].*)$/.exec(location) ?? [];
  return {
    ...(launcher?.startsWith(`/web/launch/${hostname}`) && { location: console + launcher }),
    ...(allowed === clusterConsole && { 'access-control-allow-origin': console }),
  };
}

/** A cookie for the cluster's domain would be dropped; for the host that answered it is kept. */
const withoutDomain = (cookie: string): string => cookie.replace(/;\s*domain=[^;]*/gi, '');

/** A path that begins with two slashes would name another host where `to` is empty. */
const NAMES_A_HOST = /^\/[\t/\\]/;

function moved(address: string, from: string, to: string): string {
  // A cluster names its port where it sends browsers to an application, also the usual one (http-resources §4.4).
  if (!URL.canParse(address) || new URL(address).origin !== from) return address;
  const rest = address.replace(/^[^:/?#]+:\/\/[^/\\?#]*/, '');
  return `${to}${to === '' && NAMES_A_HOST.test(rest) ? '/.' : ''}${rest}` || '/';
}
