import { homedir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../startError.mjs';
import { askCertificates, requireHeadless } from './askCertificates.mjs';
import { makeKey } from './makeKey.mjs';
import { writeIdentity } from './writeIdentity.mjs';

const INTERRUPTED = 130;

/**
 * Generates a key, prints the link with which its user approves it, waits, and writes key and certificates.
 * @param {import('../flags.mjs').Options<typeof import('../flags.mjs').HEADLESS_LOGIN_FLAGS>} options
 */
export async function headlessLogin({ url = new URL('http://localhost:3080'), user, out, ttl = 0, insecure = false }) {
  if (!user) throw new StartError('--user is required: the user to sign in as');
  const dir = out ?? join(homedir(), '.postern', url.host.replaceAll(':', '_'), user.replaceAll('/', '_'));
  await requireHeadless(url, insecure);
  const key = makeKey();
  process.once('SIGINT', () => {
    // The server drops a request whose connection ends.
    console.log('\nCancelled. Nothing was written');
    process.exit(INTERRUPTED);
  });
  console.log(`Open this link in a browser where you are signed in as ${user}, and approve with your hardware key:\n`);
  console.log(`  ${url.origin}/web/headless/${key.id}\n`);
  console.log('Waiting for three minutes. Press Ctrl-C to cancel');
  const answer = await askCertificates(url, { user, key, ttlMs: ttl, insecure });
  console.log(`\n${writeIdentity(dir, key, answer)}`);
}
