// The package's `exports` name a file that it does not contain.
declare module '@xterm/headless/lib-headless/xterm-headless.mjs' {
  export { Terminal } from '@xterm/headless';
}
