// Calls `sign/db` as its curl command line does: a token, no cookie, an archive as the answer.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Signed = {
  status: number;
  /** Of a refusal. */
  message: string | undefined;
  /** Files of the archive by name. Empty if the request was refused. */
  files: Record<string, string>;
};

let calls = 0;

/** Every call comes from another loopback address, so that none reaches the rate limit. */
export async function signDatabase(base: string, token: string, body: object): Promise<Signed> {
  calls += 1;
  const { status, bytes } = await post(base, token, JSON.stringify(body), `127.78.${(process.pid & 127) + 1}.${calls}`);
  if (status === 200) return { status, message: undefined, files: unpacked(bytes) };
  const { error } = JSON.parse(bytes.toString()) as { error: { message: string } };
  return { status, message: error.message, files: {} };
}

const post = (base: string, token: string, body: string, localAddress: string) =>
  new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
    const { host, port } = new URL(base);
    const headers = { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const path = '/v1/webapi/sites/-current-/sign/db';
    const call = request({ host: '127.0.0.1', port, localAddress, method: 'POST', path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
    });
    call.on('error', reject);
    call.end(body);
  });

function unpacked(archive: Buffer): Record<string, string> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-tar-'));
  try {
    execFileSync('tar', ['-xzf', '-', '-C', dir], { input: archive });
    return Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
