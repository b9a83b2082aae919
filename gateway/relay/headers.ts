// Converts headers, so that both sides seem to talk to each other directly.
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { withoutHopByHop } from '../http/hopByHop.ts';

/** Only this server knows the client's address. The client's own claims are not passed on. */
const FORWARDING = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

export type Peers = {
  /** Origin of the cluster's proxy. */
  cluster: string;
  /** Origins of this server: the one of the request, and the public one. */
  origins: readonly string[];
  /** The request is for an application. */
  application?: {
    /** Origins of the relay's console, whose page signs in at the application. */
    consoles: readonly string[];
    clusterConsole: string;
    /** The application's hostname in the cluster. */
    hostname: string;
  };
};

/**
 * A cluster treats a request with this cookie as one for an application, independent of its host (http-resources §4.4).
 */
const APP_COOKIES = /(?:^|;\s*)__Host-grv_app_session(?:_subject)?=[^;]*/g;

/** `clientAddress`: as far as this server trusts it. */
export function toCluster(headers: IncomingHttpHeaders, peers: Peers, clientAddress: string): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers, (name) => !FORWARDING.test(name));
  passed['host'] = new URL(peers.cluster).host;
  passed['x-forwarded-for'] = clientAddress;
  // The origin of a foreign page is not changed, because the cluster's own checks depend on it (streams §1.2).
  if (headers.origin !== undefined && peers.origins.includes(headers.origin)) passed['origin'] = peers.cluster;
  if (headers.origin !== undefined && peers.application?.consoles.includes(headers.origin))
    passed['origin'] = peers.application.clusterConsole;
  if (headers.cookie !== undefined && !peers.application)
    passed['cookie'] = headers.cookie.replace(APP_COOKIES, '').replace(/^;\s*/, '');
  if (headers.referer !== undefined) {
    passed['referer'] = peers.origins.reduce(
      (address, origin) => moved(address, origin, peers.cluster),
      headers.referer,
    );
  }
  // Node has decoded a chunked body. Without a length it is sent in chunks again.
  if (headers['transfer-encoding'] !== undefined) passed['transfer-encoding'] = 'chunked';
  return passed;
}

export function toBrowser(headers: IncomingHttpHeaders, peers: Peers): OutgoingHttpHeaders {
  const passed = withoutHopByHop(headers);
  // It concerns the cluster's hostname. With TLS this server sends its own.
  delete passed['strict-transport-security'];
  if (headers.location !== undefined) passed['location'] = moved(headers.location, peers.cluster, '');
  if (peers.application) Object.assign(passed, ofApplication(passed, peers.application));
  if (headers['set-cookie']) passed['set-cookie'] = headers['set-cookie'].map(withoutDomain);
  return passed;
}

/** Redirects to the relay's console instead of the cluster's. */
function ofApplication(
  { location = '', 'access-control-allow-origin': allowed }: OutgoingHttpHeaders,
  { consoles: [console = ''], clusterConsole, hostname }: NonNullable<Peers['application']>,
): OutgoingHttpHeaders {
  const [, launcher] = /^https?:\/\/[^/]+(\/web\/launch\/[^/?].*)$/.exec(location) ?? [];
  return {
    ...(launcher?.startsWith(`/web/launch/${hostname}`) && { location: console + launcher }),
    ...(allowed === clusterConsole && { 'access-control-allow-origin': console }),
  };
}

/** Browsers would drop a cookie for the cluster's domain. Without a domain they store it for the answering host. */
const withoutDomain = (cookie: string): string => cookie.replace(/;\s*domain=[^;]*/gi, '');

/** A path that begins with two slashes would name another host if `to` is empty. */
const NAMES_A_HOST = /^\/[\t/\\]/;

function moved(address: string, from: string, to: string): string {
  // A cluster includes its port, even the default one, when it redirects browsers to an application
  // (http-resources §4.4).
  if (!URL.canParse(address) || new URL(address).origin !== from) return address;
  const rest = address.replace(/^[^:/?#]+:\/\/[^/\\?#]*/, '');
  return `${to}${to === '' && NAMES_A_HOST.test(rest) ? '/.' : ''}${rest}` || '/';
}
