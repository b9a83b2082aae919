// Answers that only redirect the browser (http-auth §1.9, §5).
import type { FastifyReply } from 'fastify';
import { REDIRECT_SECURITY_POLICY, setNoStore } from './headers.ts';

/** 302 with the small page of the reference. `location` is a serialized URL. */
export const redirect = (reply: FastifyReply, location: string): FastifyReply =>
  bareRedirect(withPolicy(reply), location);

/** The same without the gateway's own headers: for requests that arrive at a host of an application. */
export const bareRedirect = (reply: FastifyReply, location: string): FastifyReply =>
  reply
    .code(302)
    .header('location', location)
    .header('content-type', 'text/html; charset=utf-8')
    .send(`<a href="${escapeHtml(location)}">Found</a>.\n\n`);

/**
 * The end of a single sign-on: a page that redirects to `target`, which may be too long for a header (http-auth §5.2).
 * `target` is a console page, or a command line's own server.
 */
export function refreshTo(reply: FastifyReply, target: string): FastifyReply {
  // The browser parses the attribute's value again, and an apostrophe would end the address there.
  const address = escapeHtml(target.replaceAll("'", '%27'));
  return withPolicy(reply)
    .header('content-type', 'text/html; charset=utf-8')
    .send(
      `<!DOCTYPE html>
<html lang="en">
  <head>
    <title>Signing in</title>
    <meta http-equiv="cache-control" content="no-cache"/>
    <meta http-equiv="refresh" content="0;URL='${address}'" />
  </head>
  <body></body>
</html>
`,
    );
}

function withPolicy(reply: FastifyReply): FastifyReply {
  setNoStore(reply);
  return reply.header('content-security-policy', REDIRECT_SECURITY_POLICY);
}

/** For text and for quoted values of attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
