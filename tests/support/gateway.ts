// A real gateway in its own process, started as users start it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Long enough for the builds of the first start after a change. */
const READY_MAX_MS = 180_000;

export type GatewayOptions = {
  /** Text of `gateway.yaml`. */
  config?: string;
  /** Further flags. */
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** An existing directory is kept. If absent, the gateway gets a fresh one, which `stop` removes. */
  dataDir?: string;
  /** Directory of the sources to start. Absent: this repository. */
  root?: string;
};

export type Gateway = {
  /** `http://localhost:41234` */
  base: string;
  /** The link that sets up the first account. Absent if an account exists. */
  invite: string | undefined;
  dataDir: string;
  process: ChildProcess;
  /** All output so far. */
  log: () => string;
  /** Ends it with SIGTERM and resolves with its exit code. May be called twice. */
  stop(): Promise<number | null>;
  /** Ends it with SIGKILL, as a power cut would. Its data directory is kept. */
  kill(): Promise<void>;
};

/** Resolves when the gateway listens on a free port. Rejects with its output if it does not. */
export async function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'postern-test-'));
  if (options.config !== undefined) writeFileSync(join(dataDir, 'gateway.yaml'), options.config);
  const args = ['--port', '0', '--data-dir', dataDir, ...(options.args ?? [])];
  const run = runScript('start.cjs', args, options.env, options.root);
  const banner = await run.prints(/Postern listens on (\S+)/);
  return {
    base: banner[1] ?? '',
    invite: /\S+\/web\/invite\/\S+/.exec(run.log())?.[0],
    dataDir,
    process: run.process,
    log: run.log,
    async stop() {
      run.process.kill('SIGTERM');
      const code = await run.exit;
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      run.process.kill('SIGKILL');
      await run.exit;
    },
  };
}

export type Run = {
  process: ChildProcess;
  log: () => string;
  /** Resolves with the first match in the output of the process. Rejects if it ends without a match. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code; null after a signal. */
  exit: Promise<number | null>;
};

/** `npm start` with these flags, without npm. */
export const runStart = (args: readonly string[], env?: Readonly<Record<string, string>>): Run =>
  runScript('start.cjs', args, env);

/** `npm run headless-login` with these flags, without npm. */
export const runHeadlessLogin = (args: readonly string[]): Run => runScript('headless-login.cjs', args);

function runScript(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  root: string = ROOT,
): Run {
  const child = spawn(process.execPath, [join(root, 'gateway', 'launcher', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutOurs(process.env), ...env },
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exit = once(child, 'close').then(([code]: unknown[]) => {
    process.off('exit', endWithUs);
    return typeof code === 'number' ? code : null;
  });
  const prints = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(log);
        if (match) resolve(match);
      };
      const timer = setTimeout(() => reject(new Error(`${script} did not say ${pattern}:\n${log}`)), READY_MAX_MS);
      timer.unref();
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      void exit.then(() => reject(new Error(`${script} ended:\n${log}`)));
      look();
    });
  return { process: child, log: () => log, prints, exit };
}

/** The environment of the test run must not configure the gateway. */
const withoutOurs = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('POSTERN_')));
