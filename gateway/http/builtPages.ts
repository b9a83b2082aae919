// The built console: the document from dist/console, and its files with a year of caching.
import fastifyStatic from '@fastify/static';
import type { FastifyError } from 'fastify';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerNotFound } from './notFound.ts';
import { ASSET_CACHE_CONTROL } from './headers.ts';
import type { PageSource } from './pages.ts';
import { earlyScripts, preloadLinks, type Manifest } from './preload.ts';

const ASSET_ROOT = '/web/app';

/** Reads the document once: a new build requires a restart. */
export function builtPages(consoleDir: string): PageSource {
  const html = readFileSync(join(consoleDir, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(consoleDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  return {
    dev: false,
    html: (path, starts) =>
      html
        .replace('<script type="module"', (entry) => (starts ? earlyScripts(manifest, path) : '') + entry)
        .replace('</head>', () => `${preloadLinks(manifest, path)}</head>`),
    serveAssets: async (server) => {
      await server.register(
        async (assets) => {
          // File names contain hashes: a missing name does not appear later (http-auth §1.9).
          assets.addHook('onRequest', async (_request, reply) => {
            reply.header('cache-control', ASSET_CACHE_CONTROL);
          });
          // These headers are for pages. On a few dozen files they would add a kilobyte or two to each first visit.
          assets.addHook('onSend', async (_request, reply) => {
            if (reply.statusCode !== 200 || String(reply.getHeader('content-type')).startsWith('text/html')) return;
            for (const name of ['x-frame-options', 'x-xss-protection', 'referrer-policy']) reply.removeHeader(name);
          });
          assets.setNotFoundHandler(answerNotFound);
          // A path that leads out of the directory is not found either.
          assets.setErrorHandler((error: FastifyError, request, reply) => {
            if ((error.statusCode ?? 500) >= 500) throw error;
            answerNotFound(request, reply);
          });
          // The reference lists the directory here. This address answers, but lists nothing.
          assets.get('/', (_request, reply) => {
            reply.header('content-type', 'text/html; charset=utf-8').send('<!doctype html><title>Postern</title>\n');
          });
          await assets.register(fastifyStatic, {
            root: consoleDir,
            preCompressed: true,
            decorateReply: false,
            cacheControl: false,
            // Names change with their content, so clients never have to revalidate.
            acceptRanges: false,
            etag: false,
            lastModified: false,
            index: false,
            dotfiles: 'ignore',
            setHeaders: (response) => void response.setHeader('vary', 'accept-encoding'),
            allowedPath: (path) => !path.endsWith('.html') && !path.endsWith('.br') && !path.endsWith('.gz'),
          });
        },
        { prefix: ASSET_ROOT },
      );
    },
  };
}
