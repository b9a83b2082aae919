import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { fillPage, registerPages } from './pages.ts';

const PAGE =
  '<html><head><meta name="grv_csrf_token" content="" /><meta name="grv_bearer_token" content="" /></head><style nonce="__NONCE__"></style><script nonce="__NONCE__"></script></html>';

const served = () => {
  const server = Fastify();
  registerPages(server, { html: () => PAGE, serveAssets: () => undefined, dev: false }, () => ({
    csrf: 'c'.repeat(64),
    bearer: 'a+b/="><script>',
  }));
  return server;
};

test('escapes values in attributes', () => {
  const page = fillPage(PAGE, { csrf: "$&'<", bearer: 'a+b/=', nonce: 'N' });
  expect(page).toContain('<meta name="grv_csrf_token" content="$&#38;&#39;&#60;" />');
  expect(page).toContain('<meta name="grv_bearer_token" content="a&#43;b/=" />');
  expect(page).not.toContain('__NONCE__');
});

test('refuses a document without the elements', () => {
  expect(() => fillPage('<html></html>', { csrf: '', bearer: '', nonce: '' })).toThrow('grv_csrf_token');
});

test('every answer has its own nonce, in the policy and in the page', async () => {
  const server = served();
  const answers = await Promise.all([server.inject('/web'), server.inject({ method: 'POST', url: '/web/any/path' })]);
  const nonces = answers.map(
    (answer) => /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1],
  );
  expect(new Set(nonces).size).toBe(2);
  answers.forEach((answer, i) => {
    expect(answer.statusCode).toBe(200);
    expect(answer.body.match(/nonce="([^"]+)"/g)).toEqual([`nonce="${nonces[i]}"`, `nonce="${nonces[i]}"`]);
    expect(answer.headers).toMatchObject({ vary: 'Cookie', 'cache-control': 'no-cache, no-store, must-revalidate' });
  });
});

test.each([
  [
    '/web/launch/grafana.example.test/x',
    "connect-src 'self' http://grafana.example.test:* http://grafana.localhost:80;",
  ],
  ['/web/launch/grafana.example.test', "connect-src 'self' http://grafana.example.test:* http://grafana.localhost:80;"],
  ['/web/launch/grafana.example.test', "form-action 'self' http://grafana.example.test:80;"],
  ['/web/launch/grafana.example.test:8443', "form-action 'self' http://grafana.example.test:80;"],
  ['/web/launch/grafana.example.test%3A8443', "form-action 'self' http://grafana.example.test:80;"],
  ['/web/login', "form-action 'self';"],
  ['/web/launch', "connect-src 'self';"],
  ['/web/launch/a;script-src%20*', "connect-src 'self';"],
  ['/web/launch/a%20b', "connect-src 'self';"],
  ['/web/login', "connect-src 'self';"],
])('the content security policy of %s has %s', async (url, directive) => {
  const answer = await served().inject(url);
  expect(answer.headers['content-security-policy']).toContain(directive);
});
