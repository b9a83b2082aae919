import { spawn } from 'node:child_process';

/**
 * Runs npm quietly and resolves with its exit code and its whole output.
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runNpm(cwd, args) {
  // Under `npm start`, npm sets the path of its own script, which needs no shell on any platform.
  const script = process.env['npm_execpath'];
  const [command, first] = script ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}
