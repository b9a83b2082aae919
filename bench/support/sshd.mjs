import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** The sshd of the tests. @returns {Promise<import('../../tests/support/sshd.ts').Sshd>} */
export async function startSshd() {
  const file = fileURLToPath(new URL('../../tests/support/sshd.ts', import.meta.url));
  /** @type {{ module: typeof import('../../tests/support/sshd.ts') }} */
  const { module } = await runnerImport(path.relative(process.cwd(), file).replace(/^(?!\.)/, './'));
  return module.startSshd();
}
