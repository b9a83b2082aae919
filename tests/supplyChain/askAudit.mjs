// Asks npm for the known vulnerabilities of everything in the lock file.
import { spawn } from 'node:child_process';

/**
 * `skipped` is the reason of a missing answer, without the address of the source. @typedef {{ report: object } | {
 * skipped: string }} Answer
 */

/**
 * @param {string} root
 * @param {{ timeoutMs: number, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Answer>}
 */
export function askAudit(root, { timeoutMs, env = process.env }) {
  const script = env['npm_execpath'];
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  // Only one request: npm would retry for minutes.
  const args = [
    ...first,
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=0',
    `--fetch-timeout=${timeoutMs}`,
  ];
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ skipped: `no answer within ${timeoutMs / 1000} s` });
    }, timeoutMs);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('error', () => resolve({ skipped: 'npm cannot be run' }));
    child.on('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(output));
    });
  });
}

/**
 * @param {string} output
 * @returns {Answer}
 */
export function readAnswer(output) {
  /** @type {{ auditReportVersion?: number, vulnerabilities?: object, statusCode?: number, error?: { code?: string } }} */
  let json;
  try {
    json = JSON.parse(output);
  } catch {
    return { skipped: 'the answer cannot be read' };
  }
  if (json.auditReportVersion !== undefined && json.vulnerabilities) return { report: json };
  if (json.statusCode !== undefined) return { skipped: `the source answers with status ${json.statusCode}` };
  return { skipped: `the source does not answer (${json.error?.code ?? 'no reason'})` };
}
