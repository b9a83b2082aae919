// `npm run dev`: rebuilds and restarts the gateway on every edit of its sources. The Vite server inside the gateway
// serves the console from its sources, and replaces modules in the open page.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, installDue } from './installed.mjs';

const CHILD = fileURLToPath(new URL('developed.cjs', import.meta.url));

/**
 * @param {string} root
 * @param {AbortSignal} orphaned ends everything, like SIGTERM
 */
export async function develop(root, orphaned) {
  if (installDue(root)) await install(root);
  const { gatewayBuild } = await import('./builders.mjs');
  const { build } = await import('vite');
  const config = gatewayBuild(root, join(root, 'dist', 'dev'));
  const watcher = await build({ ...config, build: { ...config.build, watch: {} } });
  if (!('on' in watcher)) throw new Error('the bundler does not watch');

  const gateway = new Developed();
  watcher.on('event', (event) => {
    if (event.code === 'ERROR')
      console.error(`The gateway build failed, the previous one keeps running: ${event.error.message}`);
    if (event.code === 'END') void gateway.restart();
  });
  const end = () => void gateway.end().then(() => process.exit(0));
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, end);
  if (orphaned.aborted) end();
  else orphaned.addEventListener('abort', end);
  process.on('SIGHUP', () => gateway.signal('SIGHUP'));
}

/** The gateway as a child process: its port and its data directory are free again when it has exited. */
class Developed {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #turn = Promise.resolve();

  restart() {
    return this.#next(async () => {
      await this.#stop();
      this.#child = spawn(process.execPath, [CHILD, ...process.argv.slice(2)], { stdio: 'inherit' });
    });
  }

  end() {
    return this.#next(() => this.#stop());
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#child?.kill(signal);
  }

  /** @param {() => Promise<void>} step */
  #next(step) {
    this.#turn = this.#turn.then(step);
    return this.#turn;
  }

  async #stop() {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
