// The page that a user sees if an application cannot answer. Programs get only the text.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setNoStore } from '../http/headers.ts';
import { escapeHtml } from '../http/redirect.ts';
import { sendText } from '../http/sendText.ts';

const STYLE = `:root{color-scheme:light dark;--back:#f4f3f1;--card:#fff;--line:#dedcd8;--text:#1b1a18;--quiet:#5f5c57;--act:#0067a5}
@media(prefers-color-scheme:dark){:root{--back:#0e0e0d;--card:#191918;--line:#33322f;--text:#edecea;--quiet:#a3a09a;--act:#5aaee6}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(34rem,calc(100vw - 2rem));padding:1.75rem;border:1px solid var(--line);border-radius:8px;background:var(--card)}
h1{margin:0 0 .5rem;font-size:1.25rem;overflow-wrap:anywhere}p{margin:0 0 .75rem;color:var(--quiet);overflow-wrap:anywhere}
nav{display:flex;gap:1.25rem;margin-top:1.25rem}a{color:var(--act);font-weight:600}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The heading is the text before the colon of the first line. `origin`: of the console. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  text: string,
  origin: string,
) {
  if (!isPageView(request)) return sendText(reply, status, `${text}\n`);
  const [summary = '', ...advice] = text.split('\n');
  const [heading = '', ...why] = summary.replace(/\.$/, '').split(': ');
  const more = [...(why.length > 0 ? [`${upperFirst(why.join(': '))}.`] : []), ...advice];
  setNoStore(reply);
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
    })
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(heading)}</title><style>${STYLE}</style></head><body><main>` +
        `<h1>${escapeHtml(heading)}</h1>` +
        more.map((line) => `<p>${escapeHtml(line)}</p>`).join('') +
        `<nav><a href="">Try again</a><a href="${escapeHtml(`${origin}/web`)}">Open the console</a></nav></main></body></html>`,
    );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a user opened the page in a browser, as opposed to subresources and API calls. */
const isPageView = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && (headers.accept ?? '').includes('text/html');
