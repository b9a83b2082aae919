// A real PostgreSQL on loopback that asks for passwords, for tests of the way to a database.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../gateway/process/listen.ts';

const ROOT = '/usr/lib/postgresql';
const READY_MAX_MS = 30_000;
export const SUPERUSER = { user: 'postgres', password: 'of the super user' };

export type LocalPostgres = {
  port: number;
  /** Runs statements as the super user. */
  run(sql: string, database?: string): void;
  stop(): Promise<void>;
};

/** It must not run as root: then it is started as the account of the package. */
export async function startLocalPostgres(): Promise<LocalPostgres> {
  const version = readdirSync(ROOT).toSorted().at(-1) ?? '';
  const bin = (name: string) => join(ROOT, version, 'bin', name);
  const directory = mkdtempSync(join(tmpdir(), 'postern-pg-'));
  const isRoot = process.getuid?.() === 0;
  const [as, ...before] = isRoot ? ['runuser', '-u', 'postgres', '--'] : ['env'];
  const data = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  writeFileSync(passwordFile, SUPERUSER.password);
  chmodSync(passwordFile, 0o644);
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(directory, id('-u'), id('-g'));
  }
  const options = ['-D', data, '-A', 'scram-sha-256', '-U', SUPERUSER.user, `--pwfile=${passwordFile}`, '-N'];
  execFileSync(as, [...before, bin('initdb'), ...options], { stdio: 'ignore', cwd: directory });
  const port = await freePort('127.0.0.1');
  const settings = ['-p', String(port), '-k', directory, '-h', '127.0.0.1', '-F'];
  const server = spawn(as, [...before, bin('postgres'), '-D', data, ...settings], { stdio: 'ignore', cwd: directory });
  const run = (sql: string, database = 'postgres') => {
    const target = ['-h', '127.0.0.1', '-p', String(port), '-U', SUPERUSER.user, '-d', database];
    const env = { ...process.env, PGPASSWORD: SUPERUSER.password };
    execFileSync(bin('psql'), [...target, '-v', 'ON_ERROR_STOP=1', '-qc', sql], { env, stdio: 'pipe' });
  };
  const endMs = performance.now() + READY_MAX_MS;
  for (;;) {
    try {
      run('SELECT 1');
      break;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    port,
    run,
    async stop() {
      const gone = once(server, 'exit');
      execFileSync(as, [...before, bin('pg_ctl'), '-D', data, '-m', 'immediate', 'stop'], {
        stdio: 'ignore',
        cwd: '/',
      });
      await gone;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
