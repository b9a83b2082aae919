// For `connect.dump_headers`: the answer is the request that an application would get.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestTarget } from '../http/exchange.ts';
import { toApp, type AppFront, type AppIdentity } from './appHeaders.ts';
import type { Application } from './application.ts';
import { sendText } from '../http/sendText.ts';

/** Limit of a body. The rest is left out. */
const BODY_MAX_BYTES = 64 * 1024;

type Dump = { app: Application; front: AppFront; identity: AppIdentity; noted: (status: number) => void };

export async function dumpRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { app, front, identity, noted }: Dump,
): Promise<FastifyReply> {
  const headers = Object.entries(toApp(request.headers, app, front, identity));
  const lines = headers
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => `${capitalized(name)}: ${each}`))
    .sort();
  const body = await beginningOf(request.raw);
  noted(200);
  return sendText(
    reply,
    200,
    [`${request.method} ${requestTarget(request)} HTTP/1.1`, ...lines, '', body].join('\r\n'),
  );
}

/** `x-real-ip` → `X-Real-Ip` */
const capitalized = (name: string): string => name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());

async function beginningOf(stream: AsyncIterable<unknown>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    if (!Buffer.isBuffer(piece)) continue;
    if (bytes < BODY_MAX_BYTES) pieces.push(piece);
    bytes += piece.length;
  }
  return Buffer.concat(pieces).subarray(0, BODY_MAX_BYTES).toString('utf8');
}
