// A data directory with a large inventory, created with `npm run seed`.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SEED = fileURLToPath(new URL('../../gateway/launcher/seed.cjs', import.meta.url));
/** The first run after a change builds. */
const SEED_MAX_MS = 180_000;

/** Resolves with the directory. The caller removes it. */
export async function seededDataDir({ nodes, users = 0 }: { nodes: number; users?: number }): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-seeded-'));
  const args = [SEED, '--nodes', String(nodes), '--users', String(users), '--data-dir', dataDir];
  await promisify(execFile)(process.execPath, args, { timeout: SEED_MAX_MS });
  return dataDir;
}
