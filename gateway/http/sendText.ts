import type { FastifyReply } from 'fastify';

/** On hosts of applications the gateway's own answers are plain text (http-resources §4.4). */
export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(text);

/** With exactly this content type. Sent as bytes, because Fastify appends a charset to texts. */
export const sendAs = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply.header('content-type', type).send(Buffer.from(text));
