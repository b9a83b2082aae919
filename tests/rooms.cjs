// The rooms of docs/architecture.md as dependency-cruiser rules for imports.
const rooms = {
  'src/lib': [],
  'src/schemas': [],
  'src/wire': ['src/lib'],
  'src/access': ['src/wire', 'src/lib'],
  'src/api': ['src/wire', 'src/lib'],
  'src/descriptors': ['src/api', 'src/wire', 'src/lib', 'src/schemas'],
  'src/dataProvider': ['src/descriptors', 'src/api', 'src/wire', 'src/lib'],
  'src/authProvider': ['src/api', 'src/wire', 'src/lib'],
  'src/ui': ['src/lib'],
  'src/resources': ['src/descriptors', 'src/api', 'src/ui', 'src/access', 'src/schemas', 'src/wire', 'src/lib'],
  'src/sessions': ['src/wire', 'src/api', 'src/ui', 'src/lib'],
  'src/views': ['src/resources', 'src/api', 'src/ui', 'src/wire', 'src/lib'],
  'src/app': null, // the composition root imports every room
  gateway: ['src/wire', 'src/access', 'src/schemas', 'src/lib'],
};

const inside = (room) => `^${room}/`;

const roomRules = Object.entries(rooms)
  .filter(([, allowed]) => allowed)
  .map(([room, allowed]) => ({
    name: `room-${room.replace('/', '-')}`,
    comment: `${room} may import ${allowed.length ? allowed.join(', ') : 'no other room'}`,
    severity: 'error',
    from: { path: inside(room), pathNot: '\\.test\\.tsx?$' },
    to: { path: '^(src|gateway|tests|bench)/', pathNot: [room, ...allowed].map(inside) },
  }));

/** Packages that only certain rooms may import, so that a page does not load them by accident. */
const packageRules = [
  {
    name: 'sessions-without-react-admin',
    comment: 'Sessions are plain classes with thin views; react-admin is the frame of data pages only',
    from: { path: '^src/(sessions|lib|wire|access|schemas|api|ui|views/(login|invite|message))/' },
    to: { path: 'node_modules/(react-admin|ra-core|ra-ui-materialui|ra-i18n-polyglot)' },
  },
  {
    name: 'front-door-without-mui',
    comment: 'Login, invite and message pages load neither MUI nor a router (size bar of the first load)',
    from: { path: '^src/(main|ui/(plain|tokens)|views/(login|invite|message))' },
    to: { path: 'node_modules/(@mui|@emotion|react-router|react-router-dom|ra-core|react-admin)/' },
  },
  {
    name: 'node-only-in-gateway',
    comment: 'The console and what it shares with the gateway run in a browser',
    from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'one-database-module',
    comment: 'The driver has traps; gateway/store/database.ts is the only module that touches it',
    from: { pathNot: '^(gateway/store/database(\\.test)?\\.ts$|bench/)' },
    to: { path: 'node_modules/libsql' },
  },
  {
    name: 'ssh-only-in-its-room',
    comment:
      'gateway/ssh alone knows how other machines are reached; it loads the library when it is needed. Tests attack with it',
    from: { pathNot: '^(gateway/ssh|tests/support)/' },
    to: { path: 'node_modules/(ssh2|@types/ssh2)/' },
  },
  {
    name: 'one-yaml-module',
    comment: 'One dialect for the whole product: src/wire/yaml',
    from: { pathNot: '^src/wire/yaml' },
    to: { path: 'node_modules/js-yaml' },
  },
  {
    name: 'editor-only-in-its-room',
    comment: 'Monaco is loaded lazily by the editors of documents and queries alone',
    from: { pathNot: '^src/resources/(monaco|yaml|query/editor)/' },
    to: { path: 'node_modules/(monaco-editor|monaco-yaml|@monaco-editor|yaml)/' },
  },
  {
    name: 'xterm-only-in-its-room',
    comment: 'The emulator belongs to terminal sessions, the player, and what reads recordings',
    from: {
      pathNot:
        '^(src/sessions/(terminal|playback)/|src/wire/recording/|src/wire/terminal/(charWidths|sequenceCounts|limitContrasts).test|bench/|tests/)',
    },
    to: { path: 'node_modules/@xterm/' },
  },
].map((rule) => ({ severity: 'error', ...rule }));

module.exports = {
  forbidden: [
    ...roomRules,
    ...packageRules,
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { path: '^(src/(?!app/|main\\.tsx)|gateway)' },
      to: { path: '^src/app/' },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      from: { path: '^(src|gateway)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'not-to-dev-dep-in-gateway',
      severity: 'error',
      from: { path: '^gateway/', pathNot: '\\.test\\.ts$|^gateway/(dev|launcher)/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
