import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';

/** Below this path the gateway serves the built files; it is never relayed to a cluster. */
const ASSET_BASE = '/web/app/';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const THEME_BOOT = fileURLToPath(new URL('src/theme-boot.ts', import.meta.url));
/**
 * Scripts of their own in the pages that the gateway names them for (gateway/http/preload.ts). They share no file with the
 * others: they wait for none, and run as soon as they have arrived.
 */
const EARLY = [
  new URL('src/app/player/openEarly.ts', import.meta.url),
  new URL('src/app/terminal/openEarly.ts', import.meta.url),
].map((address) => fileURLToPath(address));

/** What login, invite and message pages are made of. Parts of `lib` that only later pages use are left to those. */
const FRONT_DOOR = new RegExp(
  '/src/(' +
    [
      'lib/(?!regexp/|(askBeforeUnload|drafts|glob|groupBy|moves|nearestWord|search|searchPattern|sentence|textMatcher|visibleText)\\.)',
      'wire/(config|constants|http)\\.',
      'api/(auth|client|config|errors|session|urls)\\.',
      'app/paths\\.',
      'ui/plain/(?!(saveFile|Segmented|StepLine|StepSlider)\\.)',
      'ui/(lazyComponent|theme|useMedia|useStore|zone)\\.',
      'sessions/terminal/console/consoleAddress\\.',
      'views/login/',
    ].join('|') +
    ')',
);

/** What the first script needs itself; in a file of its own, since the groups below would take it along. */
const BASE =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/src\/(api\/userContext|app\/leave|authProvider\/sessionState|ui\/nonce)\./;

/** What every list and the frame around it have, and later parts share with them, and the libraries below. */
const EVERY_LIST = new RegExp(
  '/node_modules/(@tanstack/(?!.*(queriesObserver|useQueries)\\.)|react-router/)|/src/(' +
    [
      'app/(actions|assist/panelState|keepSession|LockGate|Overlays|useConsole|frame/(SessionFoot|themes|useSessionEnd))\\.',
      'api/(activeSessions|apps|can|databases|desktops|integrations|inventoryLists|locks|nodes|recordings|serverBehaviour|tokens|tshCommands|users)\\.',
      'authProvider/(IdleWatch|SessionKeeper)\\.',
      'descriptors/(kinds|locking|resourceName|restrict|rows|sessionLabels)\\.',
      'lib/(moves|sentence)\\.',
      'resources/(iconNamed|useLatest|resourceMessages)\\.',
      'resources/(access/accessAddress|assist/contextOfRows|actions/(copyName|menuItems|missingPages)|cells/cells|dialogs/ViewDialogsContext|list/columns|views/viewBook)\\.',
      'ui/(Check|copyText|copyWithToast|CopyButton|EmptyText|ErrorNote|Menu|Popup|Progress|Skeleton|StatusBar)\\.',
      'ui/(Time|toasts|useListbox|usePrefetch|useWidth)\\.',
      'wire/(clouds|documentSecrets|inventoryJson|joinTokens|locks|userContext)\\.',
      'wire/predicate/(chips|fault|literals|print|query|syntax|tokens)\\.',
    ].join('|') +
    ')',
);

/** Parts of lists that editors, sheets and the palette share with them. */
const LIST_PARTS = new RegExp(
  '/node_modules/ra-core/dist/(auth|dataProvider|notification|routing|store)/|/src/(' +
    [
      'app/frame/Navigation\\.',
      'resources/(cells/FieldCell|list/(chipLabels|filter|Grid\\.module|QueryBar\\.module|useListFeed)|window/range)\\.',
      'ui/ErrorBoundary\\.',
      'wire/predicate/search\\.',
    ].join('|') +
    ')',
);

/** Dialogs of pages that are loaded late, with the library below them. */
const DIALOGS = /\/node_modules\/(@emotion|@mui|clsx)\/|\/src\/ui\/(ConfirmDialog|Dialog|DialogButtons)\./;

/** Sheets, menus and boxes of such pages, without that library. */
const PANELS = /\/src\/ui\/(CopyBox|IconMenu|MatchOptions|Sheet)\./;

/** What a browser tab with a session opens with. Recordings, commands and desktops have parts of it. */
const SESSIONS = new RegExp(
  '/src/(' +
    [
      'api/sockets\\.',
      'lib/searchPattern\\.',
      'sessions/terminal/(console/(estimatedRoom|preferences)|emulator/(find/|Finder|font|keySequences|settings)|session/)',
      'ui/(browserSink|plain/saveFile)\\.',
      'wire/(envelope|terminal/)',
    ].join('|') +
    ')',
);

/** What asks a browser for a key: sign-in, account and sessions share it. */
const KEYS = /\/src\/(api\/(devices|webauthn|webauthnJson)|views\/mfa\/(keyProof|useCeremony))\./;

const isAmong = (modules: RegExp) => (id: string) => modules.test(id.replaceAll('\\', '/'));

/**
 * Scripts beside the entry that are no modules: the server's settings, which are not ours to bundle, and `theme-boot.ts`,
 * since modules run too late to choose the first paint.
 */
function scriptsBesideEntry(): Plugin {
  let isBuild = false;
  return {
    name: 'scripts-beside-entry',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: THEME_BOOT });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const built = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.facadeModuleId === THEME_BOOT,
        );
        const file = built?.fileName ?? path.basename(THEME_BOOT);
        return [
          { tag: 'script', attrs: { defer: true, src: '/web/config.js' }, injectTo: 'head-prepend' },
          { tag: 'script', attrs: { src: ASSET_BASE + file }, injectTo: 'head' },
        ];
      },
    },
  };
}

/** Puts the early scripts beside the bundle of the pages. */
function scriptsWithoutImports(): Plugin {
  return {
    name: 'scripts-without-imports',
    apply: 'build',
    async generateBundle() {
      for (const input of EARLY) {
        const originalFileName = path.relative(path.join(ROOT, 'src'), input).replaceAll('\\', '/');
        const built = await build({
          configFile: false,
          logLevel: 'error',
          plugins: [listPackages({ writes: false })],
          build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input } },
        });
        const [script, ...others] = 'output' in built ? built.output : [];
        if (script?.type !== 'chunk' || others.length > 0) this.error(`${originalFileName} is not one script`);
        if (script.moduleIds.some((id) => id.endsWith('/src/api/config.ts')))
          this.error(`${originalFileName} reads the settings, which may not have arrived`);
        this.emitFile({ type: 'asset', name: 'openEarly.js', originalFileName, source: script.code });
      }
    },
  };
}

/** react-admin's own router provider, which can make routers with a history of their own. */
const OWN_ROUTER = /^.*\/adapters\/reactRouterProvider\.js$/;

/** Directories of packages that have a module in a script of the console, workers included. */
const bundled = new Set<string>();

/** Notes the packages of one bundle; that of the pages, which is the last one, lists all of them beside the manifest. */
function listPackages({ writes }: { writes: boolean }): Plugin {
  return {
    name: 'list-packages',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const ids = part.type === 'chunk' ? part.moduleIds : part.originalFileNames;
        if (ids.some((id) => OWN_ROUTER.test(id))) this.error('react-admin brings its own router along (D-418)');
        for (const id of ids) {
          if (!id.startsWith(ROOT)) continue;
          const directory = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(id.slice(ROOT.length).replaceAll('\\', '/'));
          if (directory) bundled.add(directory[0]);
        }
      }
      if (!writes) return;
      const source = `${JSON.stringify([...bundled].sort(), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source });
    },
  };
}

/** Chunks that every page loads before its first list; the others take too long for what they would save. */
const FIRST = /^(base|Console|descriptors|index|list-parts|rows|shared)$/;

/** In characters. The wrapper of react-dom has 200 000. */
const LARGE_WRAPPER = 50_000;

/**
 * Puts parentheses around the wrappers of large CommonJS modules. V8 compiles a function in parentheses while the file
 * arrives. Without them it only pre-parses the wrapper and parses it again when it runs: 20 ms of each first page.
 */
function markLargeWrappers(code: string, program: ReturnType<Rolldown.PluginContext['parse']>): string {
  const wrappers = program.body
    .flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? init.arguments : []))
    .filter(({ type, start, end }) => type === 'ArrowFunctionExpression' && end - start > LARGE_WRAPPER);
  return wrappers.reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}(${text.slice(start, end)})${text.slice(end)}`,
    code,
  );
}

/** The builder's own minifier leaves 1.4 % more of the first list's script. */
function packFirst(): Plugin {
  return {
    name: 'pack-first',
    apply: 'build',
    async renderChunk(code, { name }) {
      if (!FIRST.test(name)) return null;
      const packed = await minify(code, {
        module: true,
        ecma: 2020,
        compress: { passes: 3 },
        format: { comments: false },
      });
      const text = packed.code ?? code;
      return { code: markLargeWrappers(text, this.parse(text)), map: null };
    },
  };
}

/** What a class of a module is called in the page: one mark for the whole module, which packs better than a line number. */
function scopedName(name: string, file: string): string {
  const place = path.relative(ROOT, file.replace(/\?.*$/, '')).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(place).digest('base64url').slice(0, 4)}`;
}

/** What the router's package names for every condition checks its callers, which costs each page 0.6 kB of script. */
const ROUTER = path.join(ROOT, 'node_modules/react-router/dist/production/');

export default defineConfig(({ command }) => ({
  root: 'src',
  resolve: {
    alias:
      command === 'build'
        ? [
            // react-admin's lodash, module by module as it imports them: the same functions in a quarter of the bytes.
            { find: /^lodash\/(\w+)(?:\.js)?$/, replacement: 'es-toolkit/compat/$1' },
            { find: OWN_ROUTER, replacement: path.join(ROOT, 'src/app/routerProvider.ts') },
            { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
          ]
        : [],
  },
  base: ASSET_BASE,
  publicDir: false,
  plugins: [react(), scriptsBesideEntry(), scriptsWithoutImports(), listPackages({ writes: true }), packFirst()],
  // The gateway replaces the placeholder by a fresh nonce in every page it serves.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Browsers that do not know it load the same files a little later.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    assetsDir: 'a',
    rolldownOptions: {
      // Packing the first scripts takes most of a build, on purpose.
      checks: { bundlerTimings: false },
      // Names of features and the like are written where they are used: each export of a shared file costs bytes on
      // every page.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // A stylesheet stands beside the script of its name: each page names a hundred of them, and names hardly pack.
        assetFileNames: ({ names }) => (names[0]?.endsWith('.css') ? 'a/[hash][extname]' : 'a/[name]-[hash][extname]'),
        // What pages share travels in one file: a dozen small ones cost more in headers than they save. Only what
        // the front door or every list has, since a group brings along all that its modules import.
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 2, test: isAmong(FRONT_DOOR) },
            { name: 'steps', minShareCount: 2, test: /\/src\/ui\/plain\/Step(Line|Slider)\./ },
            { name: 'base', test: isAmong(BASE) },
            { name: 'rows', minShareCount: 2, test: isAmong(EVERY_LIST) },
            { name: 'list-parts', minShareCount: 2, test: isAmong(LIST_PARTS) },
            { name: 'keys', minShareCount: 2, test: isAmong(KEYS) },
            { name: 'dialogs', minShareCount: 2, test: isAmong(DIALOGS) },
            { name: 'panels', minShareCount: 2, test: isAmong(PANELS) },
            { name: 'sessions', minShareCount: 2, test: isAmong(SESSIONS) },
          ],
        },
      },
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  worker: { format: 'es', plugins: () => [listPackages({ writes: false })] },
  optimizeDeps: {
    // Everything that is only imported lazily: found late, it would make the dev server reload the page.
    include: [
      '@emotion/cache',
      '@emotion/react',
      '@emotion/styled',
      '@monaco-editor/react',
      '@mui/material',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@xterm/addon-fit',
      '@xterm/addon-webgl',
      '@xterm/xterm',
      'diff',
      'js-yaml',
      'monaco-yaml',
      'monaco-yaml/yaml.worker.js',
      'ra-core',
      'react-dom/client',
      'react-hook-form',
      'react-router-dom',
    ],
  },
}));
