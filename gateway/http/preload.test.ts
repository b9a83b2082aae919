import { expect, test } from 'vitest';
import { earlyScripts, preloadLinks, type Manifest } from './preload.ts';

const MANIFEST: Manifest = {
  'app/terminal/openEarly.ts': { file: 'a/early-1.js' },
  'app/player/openEarly.ts': { file: 'a/player-1.js' },
  'ui/fonts/jetbrains-mono.woff2': { file: 'a/mono-1.woff2' },
  'app/terminal/openTerminal.tsx': { file: 'a/terminal-1.js', imports: ['_shared.js'], css: ['a/t.css'] },
  '_shared.js': { file: 'a/shared-1.js', css: ['a/s.css'] },
};

test.each([
  ['/web/cluster/east/console/node/s1/root', true],
  ['/web/cluster/east/console/kube/k/ns/pod/c', true],
  ['/web/cluster/east/console/session/5', false],
  ['/web/cluster/east/console', false],
  ['/web/cluster/east/nodes', false],
  ['/web/login', false],
])('the page of %s has the script that opens a socket early: %s', (path, begins) => {
  const script = '<script type="module" async crossorigin src="/web/app/a/early-1.js"></script>';
  expect(earlyScripts(MANIFEST, path)).toBe(begins ? script : '');
});

test('the page of a recording has its own early script', () => {
  expect(earlyScripts(MANIFEST, '/web/cluster/east/session/5')).toContain(
    'module" async crossorigin src="/web/app/a/player-1.js"',
  );
});

test('a build without the script has pages without it', () => {
  expect(earlyScripts({}, '/web/cluster/east/console/node/s1/root')).toBe('');
});

test('lists the files of a page with all their imports', () => {
  expect(preloadLinks(MANIFEST, '/web/cluster/east/console/node/s1/root')).toBe(
    [
      ...['terminal', 'shared'].map(
        (name) => `<link rel="modulepreload" crossorigin href="/web/app/a/${name}-1.js" />`,
      ),
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/web/app/a/mono-1.woff2" />',
      ...['t', 's'].map((name) => `<link rel="preload" as="style" crossorigin href="/web/app/a/${name}.css" />`),
    ].join(''),
  );
});
