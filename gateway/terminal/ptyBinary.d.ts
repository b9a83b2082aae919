/** The binary behind node-pty. Its own JavaScript is not used: see PtyShell.ts. */
declare module '@lydell/node-pty/requireBinary.js' {
  export type PtyBinary = {
    /** Starts `file` as leader of a new session on a new PTY; `fd` is its master side, non-blocking. */
    fork(
      file: string,
      args: readonly string[],
      env: readonly string[],
      cwd: string,
      cols: number,
      rows: number,
      uid: number,
      gid: number,
      utf8: boolean,
      helperPath: string,
      onExit: (code: number, signal: number) => void,
    ): { fd: number; pid: number; pty: string };
    resize(fd: number, cols: number, rows: number): void;
  };
  export function requireBinary(file: 'pty.node'): PtyBinary;
}
