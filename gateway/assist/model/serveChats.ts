// The code in the thread: runs requests as they come, several in parallel.
import type { MessagePort } from 'node:worker_threads';
import { ChatError, type ChatFailure, type ChatRequest, type ChatResult } from './chat.ts';
import { runChat } from './runChat.ts';

/** To the thread. */
export type ChatCommand = { id: number; request: ChatRequest } | { id: number; stop: true };
/** From the thread. */
export type ChatReply =
  { id: number; text: string } | { id: number; result: ChatResult } | { id: number; failure: ChatFailure };

/** Models send single words. They are collected for this time. */
const FLUSH_MS = 40;

export function serveChats(port: Pick<MessagePort, 'on' | 'postMessage'>): void {
  const running = new Map<number, AbortController>();
  const reply = (message: ChatReply) => port.postMessage(message);
  port.on('message', (command: ChatCommand) => {
    if ('stop' in command) running.get(command.id)?.abort();
    else void serve(command);
  });

  async function serve({ id, request }: { id: number; request: ChatRequest }): Promise<void> {
    const stop = new AbortController();
    running.set(id, stop);
    let [waiting, flushing] = ['', undefined as NodeJS.Timeout | undefined];
    const flush = () => {
      clearTimeout(flushing);
      flushing = undefined;
      if (waiting !== '') reply({ id, text: waiting });
      waiting = '';
    };
    try {
      const result = await runChat(request, stop.signal, (text) => {
        waiting += text;
        flushing ??= setTimeout(flush, FLUSH_MS);
      });
      flush();
      reply({ id, result });
    } catch (error) {
      flush();
      reply({ id, failure: error instanceof ChatError ? error.failure : { kind: 'unreadable' } });
    } finally {
      running.delete(id);
    }
  }
}
