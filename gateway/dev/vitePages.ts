import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import type { PageSource } from '../http/pages.ts';

/** The console directly from its sources, with hot module replacement on the gateway's own port. */
export function vitePages(root: string): PageSource {
  const sources = join(root, 'src');
  let vite: ViteDevServer | undefined;
  return {
    dev: true,
    takesUpgrade: ({ headers }) => /^vite-(hmr|ping)$/.test(headers['sec-websocket-protocol'] ?? ''),
    html: async (path) => {
      if (!vite) throw new Error('the dev server is not running yet');
      const document = await readFile(join(sources, 'index.html'), 'utf8');
      return vite.transformIndexHtml('/index.html', document, path); // the path makes Vite fix relative addresses
    },
    serveAssets: async (server) => {
      const dev = (vite = await createServer({
        root: sources,
        configFile: join(root, 'vite.config.ts'),
        appType: 'custom',
        // Without a separate port: Vite handles upgrades of this server with its own subprotocols.
        server: { middlewareMode: true, hmr: { server: server.server } },
      }));
      server.addHook('onClose', () => dev.close());
      server.all('/web/app/*', (request, reply) => {
        reply.hijack();
        dev.middlewares(request.raw, reply.raw, () => {
          reply.raw.statusCode = 404;
          reply.raw.end();
        });
      });
    },
  };
}
