/** The used part of Vite's manifest: source file → chunk. */
export type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

const ASSET_BASE = '/web/app/';

const RECORDING = /^\/web\/cluster\/[^/]+\/session\//;
/** Character grids are measured with this font, and styles name it late. */
const MONO_FONT = 'ui/fonts/jetbrains-mono.woff2';

/**
 * The source files that the entry loads for a path, so that the browser fetches them together with the entry. Mirrors
 * the choice in src/main.tsx. A file that is missing in the build only loses the head start.
 */
const PAGES: readonly [path: RegExp, ...sources: string[]][] = [
  [/^\/web\/login(\/|$)/, 'views/login/LoginPage.tsx'],
  [/^\/web\/(invite|reset)\//, 'views/invite/InvitePage.tsx'],
  [/^\/web\/msg\//, 'views/message/MessagePage.tsx'],
  [
    /^\/web\/cluster\/[^/]+\/console(\/|$)/,
    'app/terminal/openTerminal.tsx',
    'app/terminal/TerminalWindow.tsx',
    'sessions/terminal/emulator/createEmulator.ts',
    MONO_FONT,
  ],
  [RECORDING, 'app/player/openPlayerWindow.tsx', 'app/player/TerminalRecording.tsx', MONO_FONT],
  [/^\/web(\/|$)/, 'app/Console.tsx'],
];

/** Scripts that run before the entry. They import nothing and need not wait for the document or other files. */
const EARLY: readonly [path: RegExp, source: string][] = [
  [/^\/web\/cluster\/[^/]+\/console\/(node|kube)\//, 'app/terminal/openEarly.ts'],
  [RECORDING, 'app/player/openEarly.ts'],
];

/** The `<script>` elements before the entry's, for a path. */
export function earlyScripts(manifest: Manifest, path: string): string {
  const [, source = ''] = EARLY.find(([pattern]) => pattern.test(path)) ?? [];
  const file = manifest[source]?.file;
  if (file === undefined) return '';
  return `<script type="module" async crossorigin src="${ASSET_BASE}${file}"></script>`;
}

/** `<link>` elements for the chunk of a path and everything it imports. */
export function preloadLinks(manifest: Manifest, path: string): string {
  const [, ...sources] = PAGES.find(([pattern]) => pattern.test(path)) ?? [];
  const chunks = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || chunks.has(chunk.file)) return;
    chunks.add(chunk.file);
    for (const css of chunk.css ?? []) styles.add(css);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  sources.forEach(visit);
  return [
    ...[...chunks].map((file) => `<link ${relationOf(file)} crossorigin href="${ASSET_BASE}${file}" />`),
    ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="${ASSET_BASE}${file}" />`),
  ].join('');
}

const relationOf = (file: string): string =>
  file.endsWith('.woff2') ? 'rel="preload" as="font" type="font/woff2"' : 'rel="modulepreload"';
