// Console pages: one document for every path, with the values of one browser (http-auth §2.1).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BEARER_META, CONFIG_PATH, CSRF_META, OUTAGE_META } from '../../src/wire/constants.ts';
import { PackedText } from './compression.ts';
import { pageSecurityPolicy, setNoStore } from './headers.ts';

/** The source of the document and its files: the build, or the dev server. */
export type PageSource = {
  /**
   * The document for a path, with `__NONCE__` in each place of the nonce. `starts`: false for a page that only shows an
   * error. Its values are empty, which early scripts would treat as the end of the session.
   */
  html(path: string, starts: boolean): string | Promise<string>;
  /** Registers the routes below `/web/app/`. */
  serveAssets(server: FastifyInstance): void | Promise<void>;
  /** True for a websocket that the source itself answers, such as the dev server's own. */
  takesUpgrade?: (request: IncomingMessage) => boolean;
  dev: boolean;
};

/** The two values of http-auth §2.1. The caller that provides them also sets their cookies. */
export type PageValues = {
  csrf: string;
  bearer: string;
  /** Why the server behind the page cannot be reached. The page shows it instead of starting. */
  outage?: string;
};

/** Pages answer every method and every path below `/web` (http-auth §1.1). */
export function registerPages(
  server: FastifyInstance,
  source: PageSource,
  values: (request: FastifyRequest, reply: FastifyReply) => PageValues | Promise<PageValues>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '/web';
    const nonce = randomBytes(16).toString('base64');
    setNoStore(reply);
    const filled = { ...(await values(request, reply)), nonce };
    const html = fillPage(await source.html(path, filled.outage === undefined), filled);
    if (filled.outage !== undefined) reply.code(503);
    const launch = launchTargets(path, request);
    return reply
      .header('content-security-policy', pageSecurityPolicy({ nonce, ...launch, dev: source.dev }))
      .header('content-type', 'text/html; charset=utf-8')
      .header('vary', 'Cookie')
      .send(html);
  };
  server.all('/web', answer);
  server.all('/web/*', answer);
}

/** The settings script (http-auth §2.2). It contains no secret, so it may be compressed. */
export function registerSettings(server: FastifyInstance, script: () => string): void {
  const settings = new PackedText();
  server.get(CONFIG_PATH, ({ headers }, reply) => {
    setNoStore(reply);
    const text = script();
    const packed = settings.of(text, headers['accept-encoding']);
    if (packed) reply.header('content-encoding', packed.encoding).header('vary', 'Accept-Encoding');
    return reply.header('content-type', 'application/javascript').send(packed?.body ?? text);
  });
}

/** Puts the values into the document. Both meta elements must exist: without them no user could sign in. */
export function fillPage(html: string, { csrf, bearer, outage, nonce }: PageValues & { nonce: string }): string {
  const metas = { [CSRF_META]: csrf, [BEARER_META]: bearer };
  const filled = Object.entries(metas).reduce(
    (page, [name, content]) => {
      const element = new RegExp(`<meta name="${name}"[^>]*>`);
      if (!element.test(page)) throw new Error(`the console page has no <meta name="${name}">`);
      return page.replace(element, () => `<meta name="${name}" content="${escapeAttribute(content)}" />`);
    },
    html.replaceAll('__NONCE__', nonce),
  );
  return outage === undefined ? filled : withOutage(filled, outage);
}

/** Removes the settings script, which comes from the same server and would delay the page. */
const withOutage = (html: string, outage: string): string =>
  html
    .replace(new RegExp(`<script[^>]*src="${CONFIG_PATH}"[^>]*></script>`), '')
    .replace(
      `<meta name="${CSRF_META}"`,
      (meta) => `<meta name="${OUTAGE_META}" content="${escapeAttribute(outage)}" />${meta}`,
    );

/** `+` too: the reference writes base64 that way, and clients expect it. */
const escapeAttribute = (text: string): string => text.replace(/[&<>"'+]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * The page that opens an application sends requests and a form to the host in its path (http-auth §1.9). In front of a
 * cluster, the application has a name below the console's own instead.
 */
function launchTargets(path: string, { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) {
  const [, , page, named = ''] = path.split('/');
  const fqdn = named.replace(/(?::|%3a)\d*$/i, ''); // the port is that of the console
  if (page !== 'launch' || !/^[A-Za-z0-9.-]+$/.test(fqdn)) return {};
  const port = /:\d+$/.exec(host)?.[0] ?? '';
  const below = `${fqdn.split('.', 1)[0] ?? ''}.${host.slice(0, host.length - port.length)}`;
  const origins = /^[A-Za-z][A-Za-z0-9.-]*$/.test(below) ? [`${protocol}://${below}${port}`] : [];
  return { connect: [`${protocol}://${fqdn}:*`, ...origins], formTargets: [`${protocol}://${fqdn}${port}`] };
}
